/**
 * Configuration in YAML files, and the parts built from it. Node only.
 *
 * @module
 */
export { emptyConfig, gateConfig, loadConfig, type LoadOptions } from './load.ts';
export { loadAgentFile, type AgentFile } from './agent-file.ts';
export { buildConfig, keyVariablesOf, type BuildOptions, type BuiltConfig } from './build.ts';
export type { Config } from './config.ts';
export type { Placed } from './placed.ts';
export { ConfigError, type ConfigProblem } from './error.ts';
export type { Environment, KeyPath } from './document.ts';
export { createInstance, type Instance } from './instance.ts';
export type { OpenedStores } from './open-stores.ts';
export { parseStoreUrl, type StoreTarget } from './store-url.ts';
export type { AgentComponent, PolicyEntry, ToolEntry } from './schema/agent.ts';
export type { Component } from './schema/component.ts';
export type { JwtComponent } from './schema/jwt.ts';
export type {
  ModelComponent,
  OpenAiModelComponent,
  ScriptComponent,
  ScriptedChoiceComponent,
  ScriptedModelComponent,
  ScriptedReplyComponent,
  ScriptedStepComponent,
  ScriptedTurnComponent,
} from './schema/model.ts';
export type { ServerComponent } from './schema/server.ts';
export type { StoreComponent, StoreType } from './schema/store.ts';
export type {
  BuiltinToolComponent,
  CommandToolComponent,
  McpToolComponent,
  ToolComponent,
  ToolSettings,
} from './schema/tool.ts';
