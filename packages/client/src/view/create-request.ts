import type { ApprovalAction, ConfirmRequest, RiskLevel, ToolArgs } from '@hitl/protocol';
import { randomKey } from '../base/random-key.ts';
import { isRecord } from './schema.ts';

/** A call of a host's own loop. Only `toolName` and `toolArgs` are required. */
export interface NewRequest {
  /** The tool that would run. */
  toolName: string;
  /** The arguments it would get. */
  toolArgs: ToolArgs;
  /** JSON Schema of the arguments: values marked as secret are masked, and edits keep their types. */
  toolSchema?: Readonly<Record<string, unknown>> | undefined;
  /** Id of the call, which identifies its answer. Default: a new one. */
  id?: string | undefined;
  /** Who asks: the name of an agent, or the names from the root agent to the asking one. */
  agent?: string | readonly string[] | undefined;
  /** Why a person is asked. */
  reason?: string | undefined;
  riskLevel?: RiskLevel | undefined;
  /** ISO 8601. After that it cannot be answered. Default: it never expires. */
  expiresAt?: string | undefined;
  /** ISO 8601. Default: now, by this machine's clock. */
  createdAt?: string | undefined;
  /** Actions of an answer. Default `approve` and `deny`; `modify_args` allows editing the arguments. */
  allowedActions?: readonly ApprovalAction[] | undefined;
  /** Default: the name of the tool. */
  title?: string | undefined;
  /** Literal rules that may be remembered, starting with the one for exactly this call. Default: none. */
  suggestedPatterns?: readonly string[] | undefined;
  metadata?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Creates a request for permission to run a tool, for a card without a HITL server. Missing members
 * get defaults; nothing can be remembered without `suggestedPatterns`.
 * @throws TypeError if `toolName` or `toolArgs` is missing.
 */
export function createRequest(options: NewRequest): ConfirmRequest {
  const { toolName, toolArgs, toolSchema, agent = [], id = randomKey() } = options;
  if (typeof toolName !== 'string' || toolName === '') {
    const got = JSON.stringify(toolName) ?? 'undefined';
    throw new TypeError(`createRequest: toolName is ${got}; expected a name.`);
  }
  if (typeof toolArgs !== 'object' || toolArgs === null || Array.isArray(toolArgs)) {
    throw new TypeError('createRequest: toolArgs has to be an object, such as { command: "ls" }.');
  }
  const { expiresAt, reason, riskLevel, suggestedPatterns = [], title = toolName } = options;
  return {
    id,
    type: 'confirm',
    purpose: 'authorization',
    title,
    required: true,
    run_id: id,
    root_run_id: id,
    session_id: id,
    tool_call_id: id,
    tool_name: toolName,
    tool_args: { ...toolArgs },
    agent_path: typeof agent === 'string' ? [agent] : [...agent],
    allowed_actions: [...(options.allowedActions ?? (['approve', 'deny'] as const))],
    created_at: options.createdAt ?? new Date().toISOString(),
    ...(toolSchema !== undefined && { tool_schema: { ...toolSchema } }),
    ...(expiresAt !== undefined && { expires_at: expiresAt }),
    ...(reason !== undefined && { reason }),
    ...(riskLevel !== undefined && { risk_level: riskLevel }),
    metadata: {
      rememberable: suggestedPatterns.length > 0,
      suggested_patterns: [...suggestedPatterns],
      ...options.metadata,
    },
  };
}

const EXPECTED: Readonly<Record<string, (value: unknown) => boolean>> = {
  id: isText,
  type: isText,
  title: isText,
  tool_name: isText,
  tool_args: isRecord,
  metadata: isRecord,
  allowed_actions: Array.isArray,
  agent_path: Array.isArray,
  purpose: isText,
  created_at: isText,
};

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

/** The members that a card needs and that a request lacks or has in another form. */
export function missingIn(request: unknown): string[] {
  const raw: Readonly<Record<string, unknown>> = Object(request);
  return Object.entries(EXPECTED).flatMap(([name, holds]) => (holds(raw[name]) ? [] : [name]));
}
