import * as z from 'zod';
import { cachingProblem } from '../../agents/caching-problem.ts';
import { mcpNameProblem } from '../../tools/mcp-name.ts';
import { didYouMean } from '../../base/closest.ts';
import { camelKeys } from '../../base/camel-keys.ts';
import { choose, section, type Schema } from '../section.ts';
import {
  commandFrom,
  holdsNoPassword,
  httpUrl,
  jsonObject,
  milliseconds,
  riskLevel,
  variable,
  type Source,
} from './fields.ts';

/** Names of the builtin tools. */
export const BUILTIN_TOOLS: readonly string[] = [
  'bash',
  'file_read',
  'file_write',
  'file_edit',
  'ask_human',
];

const toolName = z
  .string()
  .regex(/^[A-Za-z0-9_.-]{1,128}$/, 'expected letters, digits, "_", "-" and "." (at most 128).');

// These are functions, as making a schema takes time and most configurations have few kinds of tools.

const toolSettings = () => ({
  name: toolName,
  description: z.string().exactOptional(),
  requires_consent: z.boolean().exactOptional(),
  default_permission_policy: z.enum(['allow', 'deny']).nullable().exactOptional(),
  rememberable: z.boolean().exactOptional(),
  risk_level: riskLevel.exactOptional(),
  timeout_ms: milliseconds.exactOptional(),
});

/** Settings of every tool. Defaults come from the tool. */
export interface ToolSettings extends z.output<z.ZodObject<ReturnType<typeof toolSettings>>> {}

/** The part of a call that rules match. */
const permissionSchema = () =>
  section({
    kind: z.enum(['command', 'path', 'url', 'json', 'text']),
    arg: z.string().min(1).exactOptional(),
    safe_args: z.array(z.string()).exactOptional(),
    injected_args: z.array(z.string()).exactOptional(),
  }).refine(
    ({ kind, arg }) => kind === 'json' || arg !== undefined,
    'arg is missing: expected the name of the argument that rules match.',
  );

const isFree = (tool: { name: string }): boolean => !BUILTIN_TOOLS.includes(tool.name);
const TAKEN = 'a builtin tool has this name. Expected another name.';

const builtinSchema = (type: z.ZodType<'tool'>) => section({ type, ...toolSettings() });

/** A builtin tool. */
export interface BuiltinToolComponent extends z.output<ReturnType<typeof builtinSchema>> {}

const commandSchema = (type: z.ZodType<'tool'>, source: Source) =>
  section({
    type,
    ...toolSettings(),
    kind: z.literal('command'),
    command: commandFrom(source),
    parameters: z
      .looseObject({ type: z.literal('object') })
      .default({ type: 'object', properties: {} }),
    permission: permissionSchema().exactOptional(),
    effects: z.enum(['pure', 'keyed', 'at_most_once']).default('at_most_once'),
    /** Only with the effects `pure`. */
    cacheable: z.boolean().exactOptional(),
    /** In seconds. */
    cache_ttl: z.number().exactOptional(),
    /** Names of environment variables that are passed on. */
    env: z.array(variable).default([]),
  })
    .superRefine((tool, context) => {
      const message = cachingProblem(camelKeys(tool), 'cache_ttl');
      if (message !== undefined) context.addIssue({ code: 'custom', message: `${message}.` });
    })
    .refine(isFree, TAKEN)
    .refine(
      (tool) => !tool.name.startsWith('mcp__'),
      'names that begin with "mcp__" are those of the tools of MCP servers. Expected another name.',
    );

/** A tool of yours: a command that reads its arguments from stdin. */
export interface CommandToolComponent extends z.output<ReturnType<typeof commandSchema>> {}

const mcpSchema = (type: z.ZodType<'tool'>, source: Source) => {
  const { description: _description, ...settings } = toolSettings();
  return section({
    type,
    ...settings,
    name: z.string().superRefine((text, context) => {
      const message = mcpNameProblem(text);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    }),
    kind: z.literal('mcp'),
    command: commandFrom(source).exactOptional(),
    /** Names of environment variables that the program gets. */
    env: z.array(variable).default([]),
    /** URL of a streamable HTTP server, instead of `command`. */
    url: httpUrl
      .refine(
        holdsNoPassword,
        'expected a URL without user and password; headers may hold a token.',
      )
      .exactOptional(),
    /** Sent with every request to `url`. */
    headers: z.record(z.string(), z.string()).default({}),
  })
    .refine(
      ({ command, url }) => (command === undefined) !== (url === undefined),
      'expected either command or url.',
    )
    .refine(isFree, TAKEN);
};

/**
 * An MCP server: a program, or a URL. Its settings apply to each of its tools, `mcp__NAME__TOOL`.
 */
export interface McpToolComponent extends z.output<ReturnType<typeof mcpSchema>> {}

/** Refuses an unknown `kind`, listing the known ones. */
function unknownKind(...kinds: string[]): z.ZodType<never> {
  const kind = z.enum(kinds, {
    error: ({ input }) =>
      input === 'mcp'
        ? 'an MCP server cannot be defined in place. Expected a separate component, listed by its name.'
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

/** Picks the schema of a tool by its `kind`, and makes only that one; without one it is a builtin tool. */
function toolOf<Tool>(
  source: Source,
  type: () => z.ZodType<'tool'>,
  kinds: Readonly<Record<string, (type: z.ZodType<'tool'>, source: Source) => z.ZodType<Tool>>>,
): Schema<BuiltinToolComponent | Tool> {
  return choose((value) => {
    const { name: given, kind } = jsonObject.safeParse(value).data ?? {};
    if (kind === undefined)
      return isBuiltin(given) ? builtinSchema(type()) : notBuiltin(String(given));
    const known = Object.keys(kinds).find((name) => name === kind) ?? '';
    return kinds[known]?.(type(), source) ?? unknownKind(...Object.keys(kinds));
  });
}

/** A component of the type `tool`. */
export type ToolComponent = BuiltinToolComponent | CommandToolComponent | McpToolComponent;

/** Keys of a tool and their defaults. */
export const toolSchema = (source: Source) =>
  toolOf<CommandToolComponent | McpToolComponent>(source, () => z.literal('tool'), {
    command: commandSchema,
    mcp: mcpSchema,
  });

/** A tool defined in place, which needs no `type`. */
export const inlineToolSchema = (source: Source) =>
  toolOf(source, () => z.literal('tool').default('tool'), { command: commandSchema });
