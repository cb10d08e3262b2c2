import { dirname, resolve } from 'node:path';
import type { Component } from './schema/component.ts';
import type { ModelComponent, ScriptComponent } from './schema/model.ts';
import type { StoreComponent } from './schema/store.ts';
import type { ToolComponent } from './schema/tool.ts';
import { given } from '../base/given.ts';
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
  const { url, ...rest } = store;
  if (url === undefined) return misplacedIn(rest) ?? rest;
  const { store_type: type } = rest;
  if (type === 'inmemory') {
    return { key: 'url', message: 'an inmemory store has no url. Expected none.' };
  }
  const barePath = type === undefined || type === 'sqlite';
  const target = parseStoreUrl(url, folder, { barePath });
  if (typeof target === 'string') return { key: 'url', message: target };
  if (type !== undefined && type !== target.storeType) {
    const message = `the URL is one for ${target.storeType}. Expected one for ${type}.`;
    return { key: 'url', message };
  }
  const located = { ...rest, store_type: target.storeType };
  const misplaced = misplacedIn(located);
  if (misplaced !== undefined || target.storeType === 'inmemory') return misplaced ?? located;
  return { ...located, url: target.storeType === 'sqlite' ? target.path : target.url };
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
  return { ...rest, ...given({ url: mongo_uri, database: mongo_db_name }) };
}

/** A key for MongoDB in a store of another type. */
function misplacedIn({ store_type: type, ...store }: StoreComponent): Mistake | undefined {
  const keys = ['database', 'collection_prefix'] as const;
  const key = keys.find((name) => store[name] !== undefined);
  if (key === undefined || type === undefined || type === 'mongodb') return undefined;
  return { key, message: `a store of type ${type} has no such key, only mongodb has. Remove it.` };
}
