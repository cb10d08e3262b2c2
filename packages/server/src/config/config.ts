import type { Placed } from './placed.ts';
import type { AgentComponent } from './schema/agent.ts';
import type { ModelComponent } from './schema/model.ts';
import type { ServerComponent } from './schema/server.ts';
import type { StoreComponent } from './schema/store.ts';
import type { ToolComponent } from './schema/tool.ts';

/**
 * A complete configuration: valid, with defaults filled in, absolute paths and resolved references.
 */
export interface Config {
  readonly server: ServerComponent;
  readonly sessionStore: Placed<StoreComponent> | null;
  readonly permissionStore: Placed<StoreComponent> | null;
  readonly models: readonly Placed<ModelComponent>[];
  readonly tools: readonly Placed<ToolComponent>[];
  /** In build order: an agent comes after those that are its tools. */
  readonly agents: readonly Placed<AgentComponent>[];
  /** The folder that was read; `null`: single files, or nothing. */
  readonly folder: string | null;
  /** The files that were read, scripts of models among them. */
  readonly files: readonly string[];
}
