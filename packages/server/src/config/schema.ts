import type { AgentComponent } from './schema/agent.ts';
import type { ModelComponent } from './schema/model.ts';
import type { ServerComponent } from './schema/server.ts';
import type { StoreComponent } from './schema/store.ts';
import type { ToolComponent } from './schema/tool.ts';

export {
  AgentSchema,
  type AgentComponent,
  type PolicyEntry,
  type ToolEntry,
} from './schema/agent.ts';
export {
  ModelSchema,
  ScriptFileSchema,
  type ModelComponent,
  type OpenAiModelComponent,
  type ScriptComponent,
  type ScriptedChoiceComponent,
  type ScriptedModelComponent,
  type ScriptedReplyComponent,
  type ScriptedStepComponent,
  type ScriptedTurnComponent,
} from './schema/model.ts';
export type { JwtComponent } from './schema/jwt.ts';
export { ServerSchema, type ServerComponent } from './schema/server.ts';
export { storeSchema, type StoreComponent, type StoreType } from './schema/store.ts';
export {
  BUILTIN_TOOLS,
  ToolSchema,
  type BuiltinToolComponent,
  type CommandToolComponent,
  type McpToolComponent,
  type ToolComponent,
  type ToolSettings,
} from './schema/tool.ts';

/**
 * Components of a configuration after loading: defaults are filled in, paths are absolute.
 * `docs/guides/configuration.md` documents each key.
 */
export type Component =
  | ServerComponent
  | StoreComponent
  | ModelComponent
  | ToolComponent
  | AgentComponent;
