import { homedir } from 'node:os';
import { isAbsolute, resolve } from 'node:path';
import type { AgentDefinition, AgentToolEntry } from '../agents/build-agents.ts';
import { postPending, postSettled } from '../notify/post-pending.ts';
import type { ApprovalPolicy } from '../agents/agent.ts';
import type { Tool } from '../agents/tool.ts';
import { descriptorsOf } from '../agents/tool-descriptors.ts';
import type { HitlOptions } from '../create-hitl.ts';
import type { RuleContext } from '@hitl/permissions';
import { createRulePolicy, PolicyError } from '../agents/rule-policy.ts';
import { createProtectedFiles, type ProtectedFilesOptions } from '../tools/protected-files.ts';
import { isWithin } from '../tools/is-within.ts';
import { connectMcpServers, isMcp, type McpServers } from './build-mcp.ts';
import { buildModel } from './build-models.ts';
import { buildTool, remainingBuiltins, type ToolPlace } from './build-tools.ts';
import type { Config } from './config.ts';
import type { Environment } from './document.ts';
import { ConfigError } from './error.ts';
import { createInstance } from './instance.ts';
import { openStores, targetOf, type OpenedStores } from './open-stores.ts';
import { realpathOf } from './realpath.ts';
import { readSecretKey, SECRET_KEY_FILE } from './secret-key.ts';
import { problemAt, type Placed } from './placed.ts';
import type { AgentComponent } from './schema.ts';
import type { StoreTarget } from './store-url.ts';

/** What a configuration does not say. */
export interface BuildOptions {
  /** The folder that the tools work in, an absolute path. */
  readonly workspace: string;
  /** Where the keys of models and `HITL_SECRET_KEY` are taken from. */
  readonly env: Environment;
  /** For every store without a URL, and for the runs where there is no session store. */
  readonly store?: StoreTarget | undefined;
  /** The folder of `.hitl/hitl.db`, where nothing else says where stores lie. Default: the working directory. */
  readonly folder?: string;
  /** Files besides the configuration and its stores that tools never open, such as those of tokens. */
  readonly protected_paths?: readonly string[];
  /** Opened by the caller, in place of those that the configuration says; closed by the server. */
  readonly stores?: OpenedStores;
  /** Told what breaks in the background, now and later. Default: not called. */
  readonly onError?: (error: unknown) => void;
  /**
   * Told, once each, what the person who runs the server should know, such as a shell that the rules
   * were not proved on. Default: a warning of the process.
   */
  readonly onWarning?: (message: string) => void;
}

/** A configuration with everything opened: hand `options` to `createHitl`, which then owns it. */
export interface BuiltConfig {
  readonly options: HitlOptions;
  /** The SQLite files that are open. */
  readonly files: readonly string[];
  /** The files that keys were read from. */
  readonly key_files: readonly string[];
  /** The variables that keys were read from and that no tool gets; see {@link keyVariablesOf}. */
  readonly key_variables: readonly string[];
  /** Agents for which no one is asked, and why; to be told to whoever starts the server. */
  readonly without_permissions: readonly { readonly agent: string; readonly reason: string }[];
}

/**
 * Builds what a configuration describes, in the order of dependence: models, tools, agents, stores.
 *
 * @throws HitlError `invalid_config` for what only shows now (a missing or malformed key or rule, an
 * MCP server that cannot be reached),
 * `store_unavailable` and the codes of the stores.
 */
export async function buildConfig(config: Config, options: BuildOptions): Promise<BuiltConfig> {
  const { server } = config;
  const { workspace, env } = options;
  const { store, folder = process.cwd(), onError = () => undefined } = options;
  const serverFiles = filesOfServer(config, { ...options, folder });
  const protected_files = createProtectedFiles(serverFiles);
  const rule_context = {
    root: workspace,
    home: homedir(),
    realpath: realpathOf,
    protected_paths: protected_files,
  };
  const place: ToolPlace = {
    workspace,
    max_result_bytes: server.max_result_bytes,
    protected_files,
    onWarning: options.onWarning,
  };
  const models = config.models.map((placed) => buildModel(placed, placed.component, env));
  const own = config.tools.flatMap(({ component }) => (isMcp(component) ? [] : [component]));
  const built = [
    ...own.map((component) => buildTool(component, place)),
    ...remainingBuiltins(own, place),
  ];
  const secret_key = readSecretKey(env);
  const mcp = await connectMcpServers(config.tools, place);
  const tools = [...built, ...mcp.tools];
  let agents: AgentDefinition[];
  let stores: OpenedStores;
  try {
    agents = config.agents.map((placed) =>
      defineAgent(placed, { tools, mcp, place, env, rule_context }),
    );
    stores = options.stores ?? (await openStores(config, { store, folder, secret_key, onError }));
  } catch (error) {
    await mcp.close();
    throw error;
  }
  return {
    options: {
      resources: [mcp],
      agents,
      tools,
      models,
      ...stores,
      rule_context,
      default_policy: server.default_policy,
      anonymous_runs: server.anonymous_runs,
      on_denied: server.on_denied,
      separate_reviewer: server.separate_reviewer,
      max_pending: server.max_pending,
      max_result_bytes: server.max_result_bytes,
      max_body_bytes: server.max_body_bytes,
      limits: server.limits,
      base_path: server.base_path,
      allowed_origins: server.allowed_origins,
      ...(server.on_pending_url !== null && { onPending: postPending(server.on_pending_url) }),
      ...(server.on_settled_url !== null && { onSettled: postSettled(server.on_settled_url) }),
      onError,
      ...createInstance(),
    },
    files: options.stores === undefined ? (serverFiles.databases ?? []) : [],
    key_files: keyFilesOf(config, env),
    key_variables: keyVariablesOf(config),
    without_permissions: config.agents.flatMap(({ component: agent }) => {
      const reason = whyOff(agent);
      return reason === undefined ? [] : [{ agent: agent.name, reason }];
    }),
  };
}

/** What the server is made of, which no tool of its agents may open. */
function filesOfServer(
  config: Config,
  {
    workspace,
    store,
    folder,
    env,
    protected_paths = [],
  }: BuildOptions & { readonly folder: string },
): ProtectedFilesOptions {
  const stores = [config.session_store, config.permission_store];
  const programs = config.tools.flatMap(({ component }) =>
    'command' in component ? (component.command ?? []) : [],
  );
  const inPlace = config.agents.flatMap(({ component }) =>
    component.tools.flatMap((entry) =>
      typeof entry !== 'string' && 'command' in entry ? entry.command : [],
    ),
  );
  const defaults = { store, folder };
  const targets = stores.flatMap((placed, index) =>
    placed === null && index > 0 ? [] : [targetOf(placed, defaults)],
  );
  return {
    workspace,
    config_folder: config.folder,
    paths: [
      ...config.files,
      ...protected_paths,
      ...keyFilesOf(config, env),
      // Programs elsewhere are the machine's; those of the workspace are the tools of this server.
      ...[...programs, ...inPlace].filter((part) => isAbsolute(part) && isWithin(workspace, part)),
    ],
    databases: targets.flatMap((target) => (target.store_type === 'sqlite' ? [target.path] : [])),
  };
}

/**
 * The environment variables that only the server needs, and only while it is built: the keys of models
 * and of secrets, but for those that a tool is given by `env`.
 */
export function keyVariablesOf({ models, tools, agents }: Config): readonly string[] {
  const inPlace = agents.flatMap(({ component }) => component.tools);
  const given = [...tools.map(({ component }) => component), ...inPlace].flatMap((tool) =>
    typeof tool === 'object' && 'env' in tool ? tool.env : [],
  );
  const keys = [...models, ...agents].flatMap(({ component }) => {
    const model = component.type === 'agent' ? component.model : component;
    return typeof model === 'object' && 'api_key_env' in model && model.api_key_env !== undefined
      ? [model.api_key_env]
      : [];
  });
  return [...new Set(['HITL_SECRET_KEY', ...keys])].filter((name) => !given.includes(name));
}

function keyFilesOf({ models, agents }: Config, env: Environment): string[] {
  const all = [...models, ...agents].flatMap(({ component }) => {
    const model = component.type === 'agent' ? component.model : component;
    return typeof model === 'object' && 'api_key_file' in model && model.api_key_file !== undefined
      ? [model.api_key_file]
      : [];
  });
  const { [SECRET_KEY_FILE]: secret } = env;
  return secret === undefined ? all : [...all, resolve(secret)];
}

/** Rules and consent count only where an agent enables them and names a store. */
function whyOff({ enable_permissions, permission_store }: AgentComponent): string | undefined {
  if (!enable_permissions) return 'enable_permissions is false';
  return permission_store === undefined ? 'it names no permission_store' : undefined;
}

interface AgentParts {
  readonly tools: readonly Tool[];
  readonly mcp: McpServers;
  readonly place: ToolPlace;
  readonly env: Environment;
  readonly rule_context: Omit<RuleContext, 'tools'>;
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
    ...settings,
    enable_permissions: whyOff(placed.component) === undefined,
    model: typeof model === 'string' ? model : buildModel(placed, model, parts.env),
    tools,
    ...(approval_policy.length > 0 && { approval_policy: policyOf(placed, tools, parts) }),
  };
}

/** The policy of an agent, with the place of a pattern that cannot be read. */
function policyOf(
  placed: Placed<AgentComponent>,
  entries: readonly AgentToolEntry[],
  { tools, rule_context }: AgentParts,
): ApprovalPolicy {
  const own = entries.flatMap((entry) => {
    if (typeof entry === 'string') return tools.filter(({ name }) => name === entry);
    return 'execute' in entry ? [entry] : [];
  });
  const context = {
    ...rule_context,
    tools: descriptorsOf(new Map(own.map((tool) => [tool.name, tool]))),
  };
  try {
    return createRulePolicy(placed.component.approval_policy, context);
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    const path = ['approval_policy', error.index, 'when'];
    throw new ConfigError([problemAt(placed, path, error.message)]);
  }
}
