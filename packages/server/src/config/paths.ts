import { dirname, resolve } from 'node:path';
import type {
  Component,
  ModelComponent,
  ScriptComponent,
  StoreComponent,
  ToolComponent,
} from './schema.ts';
import { parseStoreUrl } from './store-url.ts';

/** A value that turns out to be invalid when its path or URL is parsed. */
export interface Mistake {
  readonly key: string;
  readonly message: string;
}

/** A component with paths resolved relative to its file, and scripts loaded. */
export function withAbsolutePaths(
  component: Component,
  file: string,
  scripts: ReadonlyMap<string, ScriptComponent>,
): Component | Mistake {
  const folder = dirname(file);
  switch (component.type) {
    case 'session_store':
    case 'permission_store':
      return withTarget(component, folder);
    case 'model':
      return withScript(component, folder, scripts);
    case 'tool':
      return withCommand(component, folder);
    case 'agent': {
      const { model, tools } = component;
      return {
        ...component,
        model: typeof model === 'string' ? model : withScript(model, folder, scripts),
        tools: tools.map((entry) =>
          typeof entry === 'string' || 'agent' in entry ? entry : withCommand(entry, folder),
        ),
      };
    }
    case 'server': {
      const { jwt } = component;
      if (jwt.jwks === null || isUrl(jwt.jwks)) return component;
      return { ...component, jwt: { ...jwt, jwks: resolve(folder, jwt.jwks) } };
    }
  }
}

/** A path has no scheme; one letter before a colon is a drive. */
function isUrl(text: string): boolean {
  return /^[a-z][a-z\d+.-]+:/i.test(text);
}

function withScript(
  model: ModelComponent,
  folder: string,
  scripts: ReadonlyMap<string, ScriptComponent>,
): ModelComponent {
  if (model.provider !== 'scripted') {
    const { api_key_file: key } = model;
    return key === undefined ? model : { ...model, api_key_file: resolve(folder, key) };
  }
  if (model.file === undefined) return model;
  const { file, ...rest } = model;
  return { ...rest, ...(scripts.get(resolve(folder, file)) ?? { turns: [] }) };
}

function withCommand<Tool extends ToolComponent>(tool: Tool, folder: string): Tool {
  if (!('command' in tool) || tool.command === undefined) return tool;
  const command = tool.command.map((part) =>
    /^\.\.?\//.test(part) ? resolve(folder, part) : part,
  );
  return { ...tool, command };
}

function withTarget(store: StoreComponent, folder: string): StoreComponent | Mistake {
  const { url, store_type } = store;
  if (url === undefined) return store;
  if (store_type === 'inmemory') {
    return { key: 'url', message: 'an inmemory store has no url. Expected none.' };
  }
  const target = parseStoreUrl(url, folder, { barePath: store_type !== 'postgres' });
  if (typeof target === 'string') return { key: 'url', message: target };
  if (store_type !== undefined && store_type !== target.storeType) {
    const message = `the URL is one for ${target.storeType}. Expected one for ${store_type}.`;
    return { key: 'url', message };
  }
  switch (target.storeType) {
    case 'inmemory':
      return kept(store, { store_type: 'inmemory' });
    case 'sqlite':
      return kept(store, { store_type: 'sqlite', url: target.path });
    case 'postgres':
      return kept(store, { store_type: 'postgres', url: target.url });
  }
}

/** The store with its location and driver parameters. */
function kept(
  { type, name, params }: StoreComponent,
  place: Pick<StoreComponent, 'store_type' | 'url'>,
): StoreComponent {
  return { type, name, ...place, ...(params !== undefined && { params }) };
}
