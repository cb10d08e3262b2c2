import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
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
import { withAbsolutePaths } from './paths.ts';
import { problemAt, type Placed } from './placed.ts';
import { componentsOf, findDuplicates, findMissing, orderAgents } from './references.ts';
import { DEFAULT_SERVER } from './schema/defaults.ts';
import { readScripts } from './scripts.ts';

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
  const documents = await readDocuments(files, env);
  const folder = files.length === 1 && files[0] === dir ? null : resolve(dir);
  return { ...(await assemble(documents, env)), folder };
}

/** An empty configuration: no agents, everything at its default. */
export function emptyConfig(): Promise<Config> {
  return assemble([], {});
}

/** The configuration of a server whose callers run their own agents: a store for rules, and no agents. */
export async function gateConfig(): Promise<Config> {
  const rules = documentOf('rules.yaml', { type: 'permission_store', name: 'rules' });
  return { ...(await assemble([rules], {})), files: [] };
}

/** The documents of YAML files, with their variables filled in. */
export async function readDocuments(
  files: readonly string[],
  env: Environment,
): Promise<readonly ConfigDocument[]> {
  const read = await Promise.all(files.map((file) => openFile(file, env)));
  refuse(read.flatMap(({ problems }) => problems));
  return read.flatMap((file) => file.documents);
}

async function openFile(file: string, env: Environment): Promise<ConfigFile> {
  return parseConfigFile(readFileSync(file, 'utf8'), file, env);
}

/** Builds a complete configuration from documents, one component each, and from more components. */
export async function assemble(
  documents: readonly ConfigDocument[],
  env: Environment,
  more: readonly Placed[] = [],
): Promise<Config> {
  const open = (file: string): Promise<ConfigFile> => openFile(file, env);
  const scripts = await readScripts(documents, open);
  refuse(scripts.problems);

  const problems: ConfigProblem[] = [];
  const components: Placed[] = [...more];
  for (const document of documents) {
    if (scripts.byPath.has(resolve(document.file))) continue;
    const result = readComponent(document);
    if ('problems' in result) {
      problems.push(...result.problems);
      continue;
    }
    const { placed } = result;
    const component = withAbsolutePaths(placed.component, placed.file, scripts.byPath);
    if ('type' in component) components.push({ ...placed, component });
    else problems.push(problemAt(placed, [component.key], component.message));
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
    files: [...new Set([...documents.map(({ file }) => resolve(file)), ...scripts.byPath.keys()])],
  };
}
