import type { RiskLevel } from '@hitl/protocol';
import * as z from 'zod';
import type { JsonSchema, PermissionSubject, ToolEffects } from '../runner/tool.ts';
import { mcpNameProblem } from '../tools/mcp-name.ts';
import { didYouMean } from './closest.ts';
import { choose, section } from './section.ts';

/** The server's own settings. Flags of the command line win over them. */
export interface ServerComponent {
  type: 'server';
  /** What holds for a call that nothing else decides. */
  default_policy: 'allow' | 'ask' | 'deny';
  auth: 'none' | 'token';
  /** Other origins that pages may call from, such as `https://app.example.com`. */
  allowed_origins: string[];
  /** `""` or a path such as `/hitl`. */
  base_path: string;
  max_body_bytes: number;
  /** Requests that may wait in one session at a time. */
  max_pending: number;
  /** Longer results of tools are cut. */
  max_result_bytes: number;
  retention_days: number | null;
  /** Where ids are posted to when something waits. */
  on_pending_url: string | null;
}

/** Engines that keep logs and rules. */
export type StoreType = 'inmemory' | 'sqlite' | 'postgres' | 'mongodb';

/** Where runs (`session_store`) or rules (`permission_store`) are kept. */
export interface StoreComponent {
  type: 'session_store' | 'permission_store';
  name: string;
  /** Left out: what the URL says. */
  store_type?: StoreType;
  /** An absolute path for SQLite, a `postgres://` URL for PostgreSQL. Left out: what `--store` says. */
  url?: string;
  mongo_uri?: string;
  mongo_db_name?: string;
}

/** One answer of a scripted model. */
export interface ScriptedTurnComponent {
  /** `{{id}}` is replaced by the content of that call's result. */
  text?: string;
  tool_calls?: {
    id?: string;
    name: string;
    /** A text is what the model writes in place of JSON. */
    args: Record<string, unknown> | string;
  }[];
  /** Waits before it answers. */
  delay_ms?: number;
  /** Fails with this message. */
  error?: string;
}

/** A model that answers from a script. */
export interface ScriptedModelComponent {
  type: 'model';
  name: string;
  provider: 'scripted';
  turns?: ScriptedTurnComponent[];
  /** A YAML file with a list of turns, or with `turns`. */
  file?: string;
}

/** A model behind an HTTP API in the manner of OpenAI's chat completions. */
export interface OpenAiModelComponent {
  type: 'model';
  name: string;
  provider: 'openai-compatible';
  base_url: string;
  model: string;
  /** The environment variable with the key. Left out: none is sent. */
  api_key_env?: string;
}

/** A language model. */
export type ModelComponent = ScriptedModelComponent | OpenAiModelComponent;

/** What may be set for every tool. What is left out is as the tool has it. */
export interface ToolSettings {
  name: string;
  description?: string;
  requires_consent?: boolean;
  default_permission_policy?: 'allow' | 'deny' | null;
  rememberable?: boolean;
  risk_level?: RiskLevel;
  timeout_ms?: number;
}

/** A tool that comes with HITL. */
export interface BuiltinToolComponent extends ToolSettings {
  type: 'tool';
}

/** A tool of yours: a command that reads its arguments from stdin. */
export interface CommandToolComponent extends ToolSettings {
  type: 'tool';
  kind: 'command';
  /** Program and arguments; those that begin with `./` or `../` are absolute after loading. */
  command: string[];
  parameters: JsonSchema;
  permission?: PermissionSubject;
  effects: ToolEffects;
  /** Names of environment variables that are passed on. */
  env: string[];
}

/** An MCP server: a program, or a URL. Its settings hold for each of its tools, `mcp__NAME__TOOL`. */
export interface McpToolComponent extends Omit<ToolSettings, 'description'> {
  type: 'tool';
  kind: 'mcp';
  /** Program and arguments; those that begin with `./` or `../` are absolute after loading. */
  command?: string[];
  /** Names of environment variables that the program gets. */
  env: string[];
  /** Where it answers streamable HTTP, in place of `command`. */
  url?: string;
  /** Sent with every request to `url`. */
  headers: Record<string, string>;
}

export type ToolComponent = BuiltinToolComponent | CommandToolComponent | McpToolComponent;

/** One entry of an agent's `approval_policy`. */
export interface PolicyEntry {
  /** A rule pattern: `bash(git status:*)`. */
  when: string;
  decision: 'auto_approve' | 'auto_deny' | 'require_human';
  risk_level?: RiskLevel;
  reason?: string;
}

/** A tool as an agent lists it: by name, another agent, or defined in place. */
export type ToolEntry = string | { agent: string } | BuiltinToolComponent | CommandToolComponent;

/** An agent: a model with tools, and how people are asked about them. */
export interface AgentComponent {
  type: 'agent';
  name: string;
  description?: string;
  /** A model's name, or one defined in place. */
  model: string | ModelComponent;
  tools: ToolEntry[];
  permission_store?: string;
  session_store?: string;
  system_prompt: string;
  max_steps: number;
  enable_hitl: boolean;
  enable_permissions: boolean;
  approval_policy: PolicyEntry[];
  /** When a person is asked; this version knows one moment. */
  stages: 'before_tool_execute'[];
  on_denied: 'continue' | 'fail_run';
  on_timeout: 'deny' | 'fail_run';
  consent_timeout_ms: number | null;
  on_new_message: 'reject' | 'supersede';
  remember_confirmed: boolean;
  reveal_secrets: 'tools' | 'model';
  tool_policies: Record<string, 'allow' | 'deny'>;
  user_id: string | null;
}

export type Component =
  | ServerComponent
  | StoreComponent
  | ModelComponent
  | ToolComponent
  | AgentComponent;

/** The tools that come with HITL, by the name that makes a tool one of them. */
export const BUILTIN_TOOLS: readonly string[] = [
  'bash',
  'file_read',
  'file_write',
  'file_edit',
  'ask_human',
];

const LATER = 'is not in this version';

const name = z.string().min(1);
const toolName = z
  .string()
  .regex(/^[A-Za-z0-9_.-]{1,128}$/, 'expected letters, digits, "_", "-" and "." (at most 128).');
const bytes = z
  .int()
  .min(1024)
  .max(1 << 30);
/** Up to 100 years, which every clock can still add to its time. */
const milliseconds = z.int().min(1).max(3_155_760_000_000);
const variable = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'expected the name of an environment variable.');
const jsonObject = z.record(z.string(), z.unknown());
const riskLevel = z.enum(['low', 'medium', 'high']);

const origin = z.string().refine((text) => {
  if (!URL.canParse(text)) return false;
  const own = new URL(text).origin;
  return own !== 'null' && (text === own || text === `${own}/`);
}, 'expected an origin such as https://app.example.com: scheme, host and port only.');
const httpUrl = z.url({
  protocol: /^https?$/,
  error: 'expected an http:// or https:// URL.',
});

function holdsNoPassword(url: string): boolean {
  if (!URL.canParse(url)) return true;
  const { username, password } = new URL(url);
  return username === '' && password === '';
}

/** Keys of the server and their defaults. */
export const ServerSchema: z.ZodType<ServerComponent> = section({
  type: z.literal('server'),
  default_policy: z.enum(['allow', 'ask', 'deny']).default('ask'),
  auth: z
    .enum(['none', 'token'], {
      error: ({ input }) => (input === 'jwt' ? `jwt ${LATER}. Expected none or token.` : undefined),
    })
    .default('none'),
  allowed_origins: z.array(origin).default([]),
  base_path: z
    .string()
    .regex(/^(\/[A-Za-z0-9._~-]+)*$/, 'expected "" or a path such as /hitl.')
    .default(''),
  max_body_bytes: bytes.default(1_048_576),
  max_pending: z.int().min(1).default(64),
  max_result_bytes: bytes.default(65_536),
  retention_days: z
    .int()
    .min(1)
    .nullable()
    .refine((days) => days === null, `a limit ${LATER}. Expected null: sessions are kept.`)
    .default(null),
  on_pending_url: httpUrl
    .refine(holdsNoPassword, 'expected a URL without user and password.')
    .nullable()
    .default(null),
});

const STORE_TYPES: readonly StoreType[] = ['inmemory', 'sqlite', 'postgres', 'mongodb'];

/** Keys of a store and their defaults. */
export function storeSchema(type: StoreComponent['type']): z.ZodType<StoreComponent> {
  const kind = type.replace('_', ' ');
  return section({
    type: z.literal(type),
    name,
    store_type: z
      .enum(STORE_TYPES, {
        error: ({ input }) =>
          `Unknown ${kind} type: ${String(input)}. Expected inmemory, sqlite or postgres.`,
      })
      .refine(
        (storeType) => storeType !== 'mongodb',
        `mongodb ${LATER}. Expected inmemory, sqlite or postgres.`,
      )
      .exactOptional(),
    url: z.string().min(1).exactOptional(),
    mongo_uri: z.string().exactOptional(),
    mongo_db_name: z.string().exactOptional(),
  });
}

const ArgsSchema = choose<Record<string, unknown> | string>((value) =>
  typeof value === 'string' ? z.string() : jsonObject,
);

/** Keys of one turn of a script. */
const TurnSchema: z.ZodType<ScriptedTurnComponent> = section({
  text: z.string().exactOptional(),
  tool_calls: z
    .array(
      section({ id: z.string().exactOptional(), name: z.string(), args: ArgsSchema.default({}) }),
    )
    .exactOptional(),
  delay_ms: z.int().min(0).max(86_400_000).exactOptional(),
  error: z.string().exactOptional(),
});

/** What a script file holds: a list of turns, or `turns`. */
export const ScriptFileSchema: z.ZodType<ScriptedTurnComponent[]> = choose((value) =>
  Array.isArray(value)
    ? z.array(TurnSchema)
    : section({ turns: z.array(TurnSchema) }).transform(({ turns }) => turns),
);

const PROVIDERS = ['scripted', 'openai-compatible'] as const;

function modelSchemas(defaults: { type: z.ZodType<'model'>; name: z.ZodType<string> }): {
  scripted: z.ZodType<ScriptedModelComponent>;
  'openai-compatible': z.ZodType<OpenAiModelComponent>;
} {
  return {
    scripted: section({
      ...defaults,
      provider: z.literal('scripted'),
      turns: z.array(TurnSchema).exactOptional(),
      file: z.string().min(1).exactOptional(),
    }).refine(
      ({ turns, file }) => (turns === undefined) !== (file === undefined),
      'expected either turns or file.',
    ),
    'openai-compatible': section({
      ...defaults,
      provider: z.literal('openai-compatible'),
      base_url: httpUrl.default('https://api.openai.com/v1'),
      model: z.string().min(1),
      api_key_env: variable.exactOptional(),
    }),
  };
}

function modelSchema(schemas: ReturnType<typeof modelSchemas>): z.ZodType<ModelComponent> {
  return choose<ModelComponent>((value) => {
    const provider = jsonObject.safeParse(value).data?.['provider'];
    const known = PROVIDERS.find((candidate) => candidate === provider);
    return known === undefined
      ? z.looseObject({ provider: z.enum(PROVIDERS) }).transform(() => z.NEVER)
      : schemas[known];
  });
}

/** Keys of a model and their defaults. */
export const ModelSchema: z.ZodType<ModelComponent> = modelSchema(
  modelSchemas({ type: z.literal('model'), name }),
);

/** A model defined in place, which needs neither `type` nor `name`. */
const InlineModelSchema: z.ZodType<ModelComponent> = modelSchema(
  modelSchemas({ type: z.literal('model').default('model'), name: name.default('model') }),
);

const toolSettings = {
  name: toolName,
  description: z.string().exactOptional(),
  requires_consent: z.boolean().exactOptional(),
  default_permission_policy: z.enum(['allow', 'deny']).nullable().exactOptional(),
  rememberable: z.boolean().exactOptional(),
  risk_level: riskLevel.exactOptional(),
  timeout_ms: milliseconds.exactOptional(),
};

const PermissionSchema: z.ZodType<PermissionSubject> = section({
  kind: z.enum(['command', 'path', 'url', 'json', 'text']),
  arg: z.string().min(1).exactOptional(),
  safe_args: z.array(z.string()).exactOptional(),
}).refine(
  ({ kind, arg }) => kind === 'json' || arg !== undefined,
  'arg is missing: expected the name of the argument that rules match.',
);

const isFree = (tool: { name: string }): boolean => !BUILTIN_TOOLS.includes(tool.name);
const TAKEN = 'a builtin tool has this name. Expected another name.';

type OwnToolComponent = BuiltinToolComponent | CommandToolComponent;

function ownToolSchemas(type: z.ZodType<'tool'>): {
  builtin: z.ZodType<OwnToolComponent>;
  command: z.ZodType<OwnToolComponent>;
} {
  return {
    builtin: section({ type, ...toolSettings }),
    command: section({
      type,
      ...toolSettings,
      kind: z.literal('command'),
      command: z.array(z.string()).min(1),
      parameters: z
        .looseObject({ type: z.literal('object') })
        .default({ type: 'object', properties: {} }),
      permission: PermissionSchema.exactOptional(),
      effects: z.enum(['pure', 'keyed', 'at_most_once']).default('at_most_once'),
      env: z.array(variable).default([]),
    })
      .refine(isFree, TAKEN)
      .refine(
        (tool) => !tool.name.startsWith('mcp__'),
        'names that begin with "mcp__" are those of the tools of MCP servers. Expected another name.',
      ),
  };
}

const { description: _description, ...mcpSettings } = toolSettings;

const McpToolSchema: z.ZodType<McpToolComponent> = section({
  type: z.literal('tool'),
  ...mcpSettings,
  name: z.string().superRefine((text, context) => {
    const message = mcpNameProblem(text);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  }),
  kind: z.literal('mcp'),
  command: z.array(z.string()).min(1).exactOptional(),
  env: z.array(variable).default([]),
  url: httpUrl
    .refine(holdsNoPassword, 'expected a URL without user and password; headers may hold a token.')
    .exactOptional(),
  headers: z.record(z.string(), z.string()).default({}),
})
  .refine(
    ({ command, url }) => (command === undefined) !== (url === undefined),
    'expected either command or url.',
  )
  .refine(isFree, TAKEN);

/** What a `kind` may be, for who wrote another one. */
function unknownKind(...kinds: string[]): z.ZodType<never> {
  const kind = z.enum(kinds, {
    error: ({ input }) =>
      input === 'mcp'
        ? 'an MCP server cannot be written in place. Expected a component of its own, listed by its name.'
        : `expected ${kinds.join(' or ')}, got ${JSON.stringify(input)}.`,
  });
  return z.looseObject({ kind }).transform(() => z.NEVER);
}

function notBuiltin(given: string): z.ZodType<never> {
  return z.never({
    error: () =>
      `"${given}" is not a builtin tool (${BUILTIN_TOOLS.join(', ')}).${didYouMean(given, BUILTIN_TOOLS)} A tool of yours needs kind: command.`,
  });
}

function isBuiltin(given: unknown): boolean {
  return typeof given !== 'string' || BUILTIN_TOOLS.includes(given);
}

/** Keys of a tool and their defaults. */
export const ToolSchema: z.ZodType<ToolComponent> = choose<ToolComponent>((value) => {
  const { name: given, kind } = jsonObject.safeParse(value).data ?? {};
  const schemas = ownToolSchemas(z.literal('tool'));
  if (kind === 'command') return schemas.command;
  if (kind === 'mcp') return McpToolSchema;
  if (kind !== undefined) return unknownKind('command', 'mcp');
  return isBuiltin(given) ? schemas.builtin : notBuiltin(String(given));
});

/** A tool defined in place, which needs no `type`. */
const InlineToolSchema: z.ZodType<OwnToolComponent> = choose<OwnToolComponent>((value) => {
  const { name: given, kind } = jsonObject.safeParse(value).data ?? {};
  const schemas = ownToolSchemas(z.literal('tool').default('tool'));
  if (kind === 'command') return schemas.command;
  if (kind !== undefined) return unknownKind('command');
  return isBuiltin(given) ? schemas.builtin : notBuiltin(String(given));
});

const PolicyEntrySchema: z.ZodType<PolicyEntry> = section({
  when: z.string().min(1),
  decision: z.enum(['auto_approve', 'auto_deny', 'require_human']),
  risk_level: riskLevel.exactOptional(),
  reason: z.string().exactOptional(),
});

const StageSchema: z.ZodType<'before_tool_execute'> = z.literal('before_tool_execute', {
  error: ({ input }) =>
    `${String(input)} ${LATER}: people are asked before a tool runs. Expected before_tool_execute.`,
});

const ToolEntrySchema: z.ZodType<ToolEntry> = choose<ToolEntry>((value) => {
  if (typeof value === 'string') return name;
  const entry = jsonObject.safeParse(value).data;
  if (entry !== undefined && 'agent' in entry) return section({ agent: name });
  if (entry !== undefined) return InlineToolSchema;
  return z.never({
    error: () => "expected a tool's name, {agent: NAME}, or a tool defined in place.",
  });
});

/** Keys of an agent and their defaults. */
export const AgentSchema: z.ZodType<AgentComponent> = section({
  type: z.literal('agent'),
  name,
  description: z.string().exactOptional(),
  model: choose<string | ModelComponent>((value) =>
    typeof value === 'object' && value !== null ? InlineModelSchema : name,
  ),
  tools: z.array(ToolEntrySchema).default([]),
  permission_store: name.exactOptional(),
  session_store: name.exactOptional(),
  system_prompt: z.string().default(''),
  max_steps: z.int().min(1).max(10_000).default(10),
  enable_hitl: z.boolean().default(true),
  enable_permissions: z.boolean().default(true),
  approval_policy: z.array(PolicyEntrySchema).default([]),
  stages: z.array(StageSchema).default(['before_tool_execute']),
  on_denied: z.enum(['continue', 'fail_run']).default('continue'),
  on_timeout: z.enum(['deny', 'fail_run']).default('deny'),
  consent_timeout_ms: milliseconds.nullable().default(300_000),
  on_new_message: z.enum(['reject', 'supersede']).default('reject'),
  remember_confirmed: z.boolean().default(true),
  reveal_secrets: z.enum(['tools', 'model']).default('tools'),
  tool_policies: z.record(z.string(), z.enum(['allow', 'deny'])).default({}),
  user_id: z.string().min(1).nullable().default(null),
});
