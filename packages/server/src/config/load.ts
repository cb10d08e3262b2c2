import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isObject } from '../base/is-object.ts';
import { readComponent } from './component.ts';
import type { Config } from './config.ts';
import {
  documentOf,
  parseConfigFile,
  type ConfigDocument,
  type ConfigFile,
  type Environment,
} from './document.ts';
import { ConfigError, type ConfigProblem } from './error.ts';
import { listConfigFiles } from './files.ts';
import { readAs, type Placed } from './placed.ts';
import { componentsOf, findDuplicates, findMissing, orderAgents } from './references.ts';
import { DEFAULT_SERVER } from './schema/defaults.ts';
import { ScriptFileSchema, type ScriptComponent } from './schema/model.ts';

/** How a configuration is read. */
export interface LoadOptions {
  /** Variables for `${NAME}`. */
  readonly env: Environment;
}

/** All problems of one stage are reported together; later stages would only repeat them. */
function refuse(problems: readonly ConfigProblem[]): void {
  if (problems.length > 0) throw new ConfigError(problems);
}

/**
 * Reads the YAML files below a folder (or one file) into a whole configuration. A script that a
 * model names is no component. Rejects with `invalid_config` and a list of problems: file, line,
 * key, and expected value.
 */
export async function loadConfig(dir: string, { env }: LoadOptions): Promise<Config> {
  const files = await listConfigFiles(dir);
  const documents = readDocuments(files, env);
  const folder = files.length === 1 && files[0] === dir ? null : resolve(dir);
  return { ...assemble(documents, env), folder };
}

/** An empty configuration: no agents, everything at its default. */
export function emptyConfig(): Config {
  return assemble([], {});
}

/** The configuration of a server whose callers run their own agents: a store for rules, and no agents. */
export function gateConfig(): Config {
  const rules = documentOf('rules.yaml', { type: 'permission_store', name: 'rules' });
  return { ...assemble([rules], {}), files: [] };
}

/** The documents of YAML files, with their variables filled in. */
export function readDocuments(
  files: readonly string[],
  env: Environment,
): readonly ConfigDocument[] {
  const read = files.map((file) => openFile(file, env));
  refuse(read.flatMap(({ problems }) => problems));
  return read.flatMap((file) => file.documents);
}

function openFile(file: string, env: Environment): ConfigFile {
  const bytes = readFileSync(file);
  const text = bytes.toString('utf8');
  if (isUtf8(bytes)) return parseConfigFile(text, file, env);
  // A rule with replaced characters would match nothing.
  const line = text.slice(0, text.indexOf('\uFFFD')).split('\n').length;
  return { documents: [], problems: [{ file, line, message: 'is not UTF-8.' }] };
}

/** Builds a complete configuration from documents, one component each, and from more components. */
export function assemble(
  documents: readonly ConfigDocument[],
  env: Environment,
  more: readonly Placed[] = [],
): Config {
  const scripts = new Set(documents.flatMap(scriptsNamedIn));
  const readScript = (path: string): ScriptComponent => scriptIn(openFile(path, env), path);
  const problems: ConfigProblem[] = [];
  const components: Placed[] = [...more];
  for (const document of documents) {
    if (scripts.has(resolve(document.file))) continue;
    try {
      components.push(readComponent(document, { folder: dirname(document.file), readScript }));
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      problems.push(...error.problems);
    }
  }
  refuse(problems);

  const agents = orderAgents(componentsOf(components, 'agent'));
  refuse([...findDuplicates(components), ...findMissing(components), ...agents.problems]);

  const [server] = componentsOf(components, 'server');
  return {
    server: server?.component ?? structuredClone(DEFAULT_SERVER),
    sessionStore: componentsOf(components, 'session_store')[0] ?? null,
    permissionStore: componentsOf(components, 'permission_store')[0] ?? null,
    models: componentsOf(components, 'model'),
    tools: componentsOf(components, 'tool'),
    agents: agents.ordered,
    folder: null,
    files: [...new Set([...documents.map(({ file }) => resolve(file)), ...scripts])],
  };
}

/** The path of the script that a document names: of a model, or of the model of an agent. */
function scriptsNamedIn({ file, value }: ConfigDocument): string[] {
  const model = isObject(value) && isObject(value['model']) ? value['model'] : value;
  if (!isObject(model) || model['provider'] !== 'scripted') return [];
  const { file: script, turns } = model;
  // Naming both is an error of the model, whatever the file contains.
  return typeof script === 'string' && turns === undefined ? [resolve(dirname(file), script)] : [];
}

/** @throws ConfigError if the file is no script */
function scriptIn({ documents, problems }: ConfigFile, file: string): ScriptComponent {
  refuse(problems);
  const [document, second] = documents;
  if (document === undefined || second !== undefined) {
    throw new ConfigError([{ file, message: 'expected one list of turns.' }]);
  }
  return readAs(ScriptFileSchema, document.value, document);
}
