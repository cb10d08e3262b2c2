import type { AgentComponent } from './agent.ts';
import type { ModelComponent } from './model.ts';
import type { ServerComponent } from './server.ts';
import type { StoreComponent } from './store.ts';
import type { ToolComponent } from './tool.ts';

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
