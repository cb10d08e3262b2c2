import { dirname, resolve } from 'node:path';
import type {
  Component,
  ModelComponent,
  ScriptComponent,
  StoreComponent,
  StoreType,
  ToolComponent,
} from './schema.ts';
import { parseStoreUrl } from './store-url.ts';

/** A value that is found to be invalid when its path or URL is parsed. */
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

/** Whether a string is a URL. A path has no scheme; one letter before a colon is a drive. */
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

function withTarget(written: StoreComponent, folder: string): StoreComponent | Mistake {
  const store = withOneName(written);
  if ('message' in store) return store;
  const { url, store_type } = store;
  if (url === undefined) {
    return store_type === undefined || store_type === 'mongodb'
      ? store
      : (misplacedIn(store, store_type) ?? store);
  }
  if (store_type === 'inmemory') {
    return { key: 'url', message: 'an inmemory store has no url. Expected none.' };
  }
  const barePath = store_type === undefined || store_type === 'sqlite';
  const target = parseStoreUrl(url, folder, { barePath });
  if (typeof target === 'string') return { key: 'url', message: target };
  if (store_type !== undefined && store_type !== target.storeType) {
    const message = `the URL is one for ${target.storeType}. Expected one for ${store_type}.`;
    return { key: 'url', message };
  }
  switch (target.storeType) {
    case 'inmemory':
      return misplacedIn(store, 'inmemory') ?? kept(store, { store_type: 'inmemory' });
    case 'sqlite':
      return (
        misplacedIn(store, 'sqlite') ?? kept(store, { store_type: 'sqlite', url: target.path })
      );
    case 'postgres':
      return (
        misplacedIn(store, 'postgres') ?? kept(store, { store_type: 'postgres', url: target.url })
      );
    case 'mongodb': {
      const { database, collection_prefix } = store;
      return {
        ...kept(store, { store_type: 'mongodb', url: target.url }),
        ...(database !== undefined && { database }),
        ...(collection_prefix !== undefined && { collection_prefix }),
      };
    }
  }
}

/** The store with only one name for the MongoDB keys that have two. */
function withOneName(store: StoreComponent): StoreComponent | Mistake {
  const { mongo_uri, mongo_db_name, ...rest } = store;
  const said = (key: string, other: string): Mistake => ({
    key,
    message: `${other} means the same. Remove one of them.`,
  });
  if (mongo_uri !== undefined && rest.url !== undefined) return said('mongo_uri', 'url');
  if (mongo_db_name !== undefined && rest.database !== undefined) {
    return said('mongo_db_name', 'database');
  }
  if (mongo_uri !== undefined && !/^mongodb(\+srv)?:/.test(mongo_uri)) {
    return { key: 'mongo_uri', message: 'expected mongodb://…' };
  }
  return {
    ...rest,
    ...(mongo_uri !== undefined && { url: mongo_uri }),
    ...(mongo_db_name !== undefined && { database: mongo_db_name }),
  };
}

/** A key for MongoDB in a store of another type. */
function misplacedIn(store: StoreComponent, type: StoreType): Mistake | undefined {
  const key = (['database', 'collection_prefix'] as const).find(
    (name) => store[name] !== undefined,
  );
  if (key === undefined) return undefined;
  return { key, message: `a store of type ${type} has no such key, only mongodb has. Remove it.` };
}

/** The store with its location and driver parameters. */
function kept(
  { type, name, params }: StoreComponent,
  place: Pick<StoreComponent, 'store_type' | 'url'>,
): StoreComponent {
  return { type, name, ...place, ...(params !== undefined && { params }) };
}
