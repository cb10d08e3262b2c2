import { homedir } from 'node:os';
import { isAbsolute, resolve } from 'node:path';
import type { AgentDefinition, AgentToolEntry } from '../agents/build-agents.ts';
import { postPending, postSettled } from '../notify/webhook.ts';
import type { ApprovalPolicy } from '../agents/agent.ts';
import type { Tool } from '../agents/tool.ts';
import { descriptorsOf } from '../agents/tool-descriptors.ts';
import type { HitlOptions } from '../create-hitl.ts';
import type { RuleContext } from '@hitl/permissions';
import { createRulePolicy, PolicyError } from '../agents/rule-policy.ts';
import { createProtectedFiles, type ProtectedFilesOptions } from '../tools/protected-files.ts';
import { isWithin } from '../tools/is-within.ts';
import { connectMcpServers, isMcp, type McpServers } from './build-mcp.ts';
import { camelKeys } from '../base/camel-keys.ts';
import { given } from '../base/given.ts';
import { buildModel } from './build-models.ts';
import { buildTool, remainingBuiltins, type ToolPlace } from './build-tools.ts';
import type { Config } from './config.ts';
import type { Environment } from './document.ts';
import { createInstance } from './instance.ts';
import { openStores, targetOf, type OpenedStores } from './open-stores.ts';
import { realpathOf } from './realpath.ts';
import { readSecretKey, SECRET_KEY_FILE } from './secret-key.ts';
import { errorAt, type Placed } from './placed.ts';
import type { AgentComponent } from './schema/agent.ts';
import type { ToolComponent } from './schema/tool.ts';
import type { StoreTarget } from './store-url.ts';

/** Options of `buildConfig`. */
export interface BuildOptions {
  /** The folder that the tools work in, an absolute path. */
  readonly workspace: string;
  /** Environment with the keys of models and `HITL_SECRET_KEY`. */
  readonly env: Environment;
  /** Default store, for every store without a URL, and for runs without a session store. */
  readonly store?: StoreTarget | undefined;
  /** Folder of the default `.hitl/hitl.db`. Default: the working directory. */
  readonly folder?: string;
  /** Files besides the configuration and its stores that tools never open, such as those of tokens. */
  readonly protectedPaths?: readonly string[];
  /** Stores opened by the caller, instead of the configured ones; closed by the server. */
  readonly stores?: OpenedStores;
  /** Whether an empty text answers a plain question of `ask_human`. Default `false`. */
  readonly emptyAnswers?: boolean;
  /** Called with background errors. Default: not called. */
  readonly onError?: (error: unknown) => void;
  /**
   * Called once for each warning to the operator, such as a shell that the rules were not tested
   * with. Default: a warning of the process.
   */
  readonly onWarning?: (message: string) => void;
}

/** A built configuration: pass `options` to `createHitl`, which then owns everything in it. */
export interface BuiltConfig {
  readonly options: HitlOptions;
  /** The SQLite files that are open. */
  readonly files: readonly string[];
  /** The files that keys were read from. */
  readonly keyFiles: readonly string[];
  /**
   * The variables that keys were read from, without those passed to tools; see {@link
   * keyVariablesOf}.
   */
  readonly keyVariables: readonly string[];
  /** Agents without approval, with the reason: for a message at startup. */
  readonly withoutPermissions: readonly { readonly agent: string; readonly reason: string }[];
}

/**
 * Builds a configuration in the order of dependencies: models, tools, agents, stores.
 * @throws HitlError `invalid_config` for problems that only show now (a missing or malformed key or
 * rule, an unreachable MCP server), `store_unavailable` and the codes of the stores.
 */
export async function buildConfig(config: Config, options: BuildOptions): Promise<BuiltConfig> {
  const {
    type: _type,
    auth: _auth,
    jwt: _jwt,
    retention_days: _retentionDays,
    on_pending_url: pendingUrl,
    on_settled_url: settledUrl,
    limits,
    ...settings
  } = config.server;
  const { workspace, env } = options;
  const { store, folder = process.cwd(), onError = () => undefined } = options;
  const serverFiles = filesOfServer(config, { ...options, folder });
  const protectedFiles = createProtectedFiles(serverFiles);
  const ruleContext = {
    root: workspace,
    home: homedir(),
    realpath: realpathOf,
    protectedPaths: protectedFiles,
  };
  const place: ToolPlace = {
    workspace,
    maxOutputBytes: settings.max_result_bytes,
    protectedFiles,
    ...given({ onWarning: options.onWarning, emptyAnswers: options.emptyAnswers }),
  };
  const models = config.models.map((placed) => buildModel(placed, placed.component, env));
  const own = config.tools.flatMap(({ component }) => (isMcp(component) ? [] : [component]));
  const built = [
    ...own.map((component) => buildTool(component, place)),
    ...remainingBuiltins(own, place),
  ];
  const secretKey = readSecretKey(env);
  const mcp = await connectMcpServers(config.tools, place);
  const tools = [...built, ...mcp.tools];
  let agents: AgentDefinition[];
  let stores: OpenedStores;
  try {
    agents = config.agents.map((placed) =>
      defineAgent(placed, { tools, mcp, place, env, ruleContext }),
    );
    stores = options.stores ?? (await openStores(config, { store, folder, secretKey, onError }));
  } catch (error) {
    await mcp.close();
    throw error;
  }
  return {
    options: {
      agents,
      tools,
      models,
      ...stores,
      resources: [mcp, ...(stores.resources ?? [])],
      ruleContext,
      ...camelKeys(settings),
      limits: camelKeys(limits),
      ...(pendingUrl !== null && { onPending: postPending(pendingUrl) }),
      ...(settledUrl !== null && { onSettled: postSettled(settledUrl) }),
      onError,
      ...createInstance(),
    },
    files: options.stores === undefined ? (serverFiles.databases ?? []) : [],
    keyFiles: keyFilesOf(config, env),
    keyVariables: keyVariablesOf(config),
    withoutPermissions: config.agents.flatMap(({ component: agent }) => {
      const reason = whyOff(agent);
      return reason === undefined ? [] : [{ agent: agent.name, reason }];
    }),
  };
}

/** The server's own files, which no tool of its agents may open. */
function filesOfServer(
  config: Config,
  options: BuildOptions & { readonly folder: string },
): ProtectedFilesOptions {
  const { workspace, store, folder, env, protectedPaths = [] } = options;
  const stores = [config.sessionStore, config.permissionStore];
  const programs = toolsIn(config).flatMap((tool) =>
    'command' in tool ? (tool.command ?? []) : [],
  );
  const defaults = { store, folder };
  const targets = stores.flatMap((placed, index) =>
    placed === null && index > 0 ? [] : [targetOf(placed, defaults)],
  );
  return {
    workspace,
    configFolder: config.folder,
    paths: [
      ...config.files,
      ...protectedPaths,
      ...keyFilesOf(config, env),
      // Programs outside the workspace belong to the machine; those inside it belong to the tools
      // of this server, so they are protected.
      ...programs.filter((part) => isAbsolute(part) && isWithin(workspace, part)),
    ],
    databases: targets.flatMap((target) => (target.storeType === 'sqlite' ? [target.path] : [])),
  };
}

/**
 * The environment variables that only the server needs, and only while it is built: the keys of
 * models and of secrets, except those passed to a tool by `env`.
 */
export function keyVariablesOf(config: Config): readonly string[] {
  const passedOn = toolsIn(config).flatMap((tool) => ('env' in tool ? tool.env : []));
  const keys = ['HITL_SECRET_KEY', ...keysIn(config, 'api_key_env')];
  return [...new Set(keys)].filter((name) => !passedOn.includes(name));
}

function keyFilesOf(config: Config, env: Environment): string[] {
  const { [SECRET_KEY_FILE]: secret } = env;
  const files = keysIn(config, 'api_key_file');
  return secret === undefined ? files : [...files, resolve(secret)];
}

/** Where the models have their keys, also those that are defined in an agent. */
function keysIn({ models, agents }: Config, key: 'api_key_env' | 'api_key_file'): string[] {
  return [...models, ...agents].flatMap(({ component }) => {
    const model = component.type === 'agent' ? component.model : component;
    const value = typeof model === 'object' && key in model ? Reflect.get(model, key) : undefined;
    return typeof value === 'string' ? [value] : [];
  });
}

/** All tools, also those that are defined in an agent. */
function toolsIn({ tools, agents }: Config): readonly ToolComponent[] {
  const inPlace = agents.flatMap(({ component }) => component.tools);
  return [...tools.map(({ component }) => component), ...inPlace].filter(
    (tool): tool is ToolComponent => typeof tool === 'object' && !('agent' in tool),
  );
}

/** Why rules are off: they only apply if an agent enables them and names a store. */
function whyOff({ enable_permissions, permission_store }: AgentComponent): string | undefined {
  if (!enable_permissions) return 'enable_permissions is false';
  return permission_store === undefined ? 'it names no permission_store' : undefined;
}

interface AgentParts {
  readonly tools: readonly Tool[];
  readonly mcp: McpServers;
  readonly place: ToolPlace;
  readonly env: Environment;
  readonly ruleContext: Omit<RuleContext, 'tools'>;
}

function defineAgent(placed: Placed<AgentComponent>, parts: AgentParts): AgentDefinition {
  const {
    type: _type,
    stages: _stages,
    permission_store: _permissionStore,
    session_store: _sessionStore,
    model,
    tools: entries,
    approval_policy,
    ...settings
  } = placed.component;
  const { mcp, place } = parts;
  const tools = entries.flatMap((entry, index): readonly AgentToolEntry[] => {
    if (typeof entry === 'string') return mcp.entriesOf(placed, entry, index);
    return 'agent' in entry ? [entry] : [buildTool(entry, place)];
  });
  mcp.checkPolicies(placed);
  return {
    ...camelKeys(settings),
    enablePermissions: whyOff(placed.component) === undefined,
    model: typeof model === 'string' ? model : buildModel(placed, model, parts.env),
    tools,
    ...(approval_policy.length > 0 && { approvalPolicy: policyOf(placed, tools, parts) }),
  };
}

/** The policy of an agent; errors name the location of an invalid pattern. */
function policyOf(
  placed: Placed<AgentComponent>,
  entries: readonly AgentToolEntry[],
  { tools, ruleContext }: AgentParts,
): ApprovalPolicy {
  const own = entries.flatMap((entry) => {
    if (typeof entry === 'string') return tools.filter(({ name }) => name === entry);
    return 'execute' in entry ? [entry] : [];
  });
  const context = {
    ...ruleContext,
    tools: descriptorsOf(new Map(own.map((tool) => [tool.name, tool]))),
  };
  try {
    return createRulePolicy(placed.component.approval_policy.map(camelKeys), context);
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    throw errorAt(placed, ['approval_policy', error.index, 'when'], error.message);
  }
}
