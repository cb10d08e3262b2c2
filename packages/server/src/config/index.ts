/**
 * Configuration in YAML files, and the parts built from it. Node only.
 *
 * @module
 */
export { emptyConfig, loadConfig, type LoadOptions } from './load.ts';
export { loadAgentFile, type AgentFile } from './agent-file.ts';
export { buildConfig, keyVariablesOf, type BuildOptions, type BuiltConfig } from './build.ts';
export type { Config } from './config.ts';
export type { Placed } from './placed.ts';
export { ConfigError, type ConfigProblem } from './error.ts';
export type { Environment, KeyPath } from './document.ts';
export { realpathOf } from './realpath.ts';
export { createInstance, type Instance } from './instance.ts';
export type { OpenedStores } from './open-stores.ts';
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
  ScriptComponent,
  ScriptedChoiceComponent,
  ScriptedModelComponent,
  ScriptedReplyComponent,
  ScriptedStepComponent,
  ScriptedTurnComponent,
  JwtComponent,
  ServerComponent,
  StoreComponent,
  StoreType,
  ToolComponent,
  ToolEntry,
  ToolSettings,
} from './schema.ts';
