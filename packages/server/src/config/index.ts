/**
 * Configuration in YAML files, and what it builds. Node only.
 *
 * @module
 */
export { loadConfig, type LoadOptions } from './load.ts';
export { buildConfig, type BuildOptions, type BuiltConfig } from './build.ts';
export type { Config } from './config.ts';
export type { Placed } from './placed.ts';
export { ConfigError, type ConfigProblem } from './error.ts';
export type { Environment, KeyPath } from './document.ts';
export { realpathOf } from './realpath.ts';
export { parseStoreUrl, type StoreTarget } from './store-url.ts';
export type {
  AgentComponent,
  BuiltinToolComponent,
  CommandToolComponent,
  Component,
  McpToolComponent,
  ModelComponent,
  OpenAiModelComponent,
  PolicyEntry,
  ScriptedModelComponent,
  ScriptedTurnComponent,
  ServerComponent,
  StoreComponent,
  StoreType,
  ToolComponent,
  ToolEntry,
  ToolSettings,
} from './schema.ts';
