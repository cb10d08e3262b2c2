import type { ConfirmRequest, InteractionRequest, Question, RiskLevel } from '@hitl/protocol';
import { argsDigest, formatTime, shortened } from '@hitl/protocol/fold';
import type { Tool } from '../agents/tool.ts';
import { given } from '../base/given.ts';
import { highestRisk } from './external-words.ts';
import type { DescribedCall } from './describe-call.ts';
import type { ScopedCall } from './rules.ts';

/** A call for which a person is asked. */
export interface AskedCall extends ScopedCall {
  readonly runId: string;
  readonly rootRunId: string;
  readonly toolCallId: string;
  /** The agents from the root to the caller; empty if unknown. */
  readonly agentPath: readonly string[];
  /** Its batch. Absent for a call of an external loop. */
  readonly batch?: {
    readonly messageId: string;
    /** The index of the call in its batch, from 0. */
    readonly index: number;
    readonly size: number;
  };
}

/** Every action that an authorization can offer. */
export const AUTHORIZATION_ACTIONS = [
  'approve',
  'deny',
  'modify_args',
  'pause',
  'resume',
  'abort_run',
  'answer',
] as const;

/** Every action that a question can offer. */
export const QUESTION_ACTIONS = ['deny', 'pause', 'resume', 'abort_run'] as const;

async function base({ batch, userId, toolArgs, now, agentPath, ...asked }: AskedCall) {
  return {
    id: crypto.randomUUID(),
    run_id: asked.runId,
    root_run_id: asked.rootRunId,
    session_id: asked.sessionId,
    tool_call_id: asked.toolCallId,
    tool_name: asked.toolName,
    ...(batch !== undefined && {
      message_id: batch.messageId,
      step_id: batch.messageId,
      batch: { index: batch.index, size: batch.size },
    }),
    tool_args: { ...toolArgs },
    ...(userId !== null && { user_id: userId }),
    created_at: now,
    args_digest: await argsDigest(asked.toolName, toolArgs),
    agent_path: [...agentPath],
  };
}

/** Details of a request for approval. */
export interface AuthorizationTerms {
  readonly described: DescribedCall;
  readonly reason: string;
  readonly riskLevel?: RiskLevel;
  /** `null`: the request never expires. */
  readonly timeoutMs: number | null;
  /** The latest possible expiry, RFC 3339. */
  readonly expiresAt?: string;
  readonly toolSchema?: Readonly<Record<string, unknown>>;
  /** Digest of the tool; absent for a tool of an external loop. */
  readonly toolDigest?: string;
}

/** The earlier of the deadlines of agent and caller. */
function deadlineOf(
  { now }: AskedCall,
  { timeoutMs: timeout, expiresAt: latest }: AuthorizationTerms,
): string | undefined {
  const own = timeout === null ? Infinity : Date.parse(now) + timeout;
  const deadline = Math.min(own, latest === undefined ? Infinity : Date.parse(latest));
  return deadline === Infinity ? undefined : formatTime(deadline);
}

/** Builds the request for approval of a call. */
export async function authorizationRequest(
  asked: AskedCall,
  terms: AuthorizationTerms,
): Promise<ConfirmRequest> {
  const { described: grant } = terms;
  const { suggested_offers: _, not_rememberable: __, ...facts } = grant.facts;
  return {
    ...(await base(asked)),
    type: 'confirm',
    title: 'Authorization Required',
    description: `Do you want to allow: Execute ${asked.toolName} on ${grant.resource}?`,
    required: true,
    purpose: 'authorization',
    allowed_actions: [...AUTHORIZATION_ACTIONS],
    reason: terms.reason,
    ...given({
      risk_level: highestRisk(terms.riskLevel, grant.riskLevel),
      expires_at: deadlineOf(asked, terms),
      tool_schema: terms.toolSchema && { ...terms.toolSchema },
      tool_digest: terms.toolDigest,
    }),
    metadata: {
      ...facts,
      resource: grant.resource,
      args_preview: grant.preview,
      suggested_patterns: [...grant.suggestions],
      ...(grant.offers.length > 0 && { suggested_offers: grant.offers }),
      permission_type: grant.permissionType,
      rememberable: grant.rememberable,
      ...(grant.lacksOwner && { not_rememberable: NO_USER }),
      ...given({ expires_at_hint: grant.expiresAtHint }),
    },
  };
}

/**
 * `metadata.not_rememberable` of a request without a user, for which no rules are offered; an
 * answer that names a user may still save rules for them.
 */
export const NO_USER = 'no_user';

/** Members that the server sets on some requests only; a question cannot set them on others. */
const SERVER_MEMBERS: ReadonlySet<string> = new Set([
  'batch',
  'external',
  'message_id',
  'paused',
  'reason',
  'risk_level',
  'step_id',
  'tool_digest',
  'tool_schema',
  'user_id',
]);

/** Members of `metadata` that cards, rules and the state machine rely on; questions cannot set them. */
const RESERVED: ReadonlySet<string> = new Set([
  'args_preview',
  'ask_key',
  'command_info',
  'command_signature',
  'expires_at_hint',
  'not_rememberable',
  'permission_type',
  'rememberable',
  'resource',
  'suggested_offers',
  'suggested_patterns',
]);

function without<T extends object>(value: T, names: ReadonlySet<string>): T {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name))) as T;
}

/**
 * Builds the request for a tool's question; `key` identifies its answer for the tool. The question
 * may come from a model or a program, so the server replaces or removes the members that are its own.
 */
export async function questionRequest(
  asked: AskedCall,
  question: Question,
  key?: string,
): Promise<InteractionRequest> {
  const { metadata = {} } = question;
  return {
    ...without(question, SERVER_MEMBERS),
    ...(await base(asked)),
    purpose: 'question',
    allowed_actions: [...QUESTION_ACTIONS],
    metadata: { ...without(metadata, RESERVED), ...given({ ask_key: key }) },
  };
}

/** Builds the request about a call that was running when its server died. */
export function recoveryRequest(
  asked: AskedCall,
  tool: Tool | undefined,
): Promise<InteractionRequest> {
  const what =
    'The server stopped while the tool ran. It is not known whether the tool had its effect.';
  return recovery(asked, what, tool?.riskLevel);
}

/** Builds the request about a call that an external loop claimed without reporting a result. */
export function executionRecovery(asked: AskedCall): Promise<InteractionRequest> {
  const what =
    'The program that ran the tool did not report its result in time. It is not known whether the tool had its effect.';
  return recovery(asked, what);
}

/** How much of the arguments a recovery shows; the tool was started with all of them. */
const SHOWN_ARGUMENTS = { characters: 1000, lines: 1 };

async function recovery(
  asked: AskedCall,
  what: string,
  riskLevel?: RiskLevel,
): Promise<InteractionRequest> {
  // As JSON: text of the model must not pass for a sentence of the server.
  const called = shortened(JSON.stringify(asked.toolArgs), SHOWN_ARGUMENTS);
  return {
    ...(await base(asked)),
    type: 'select',
    title: `What happened to ${asked.toolName}?`,
    description: `${what}\nIt was called with ${called}`,
    required: true,
    purpose: 'recovery',
    allowed_actions: ['abort_run'],
    ...given({ risk_level: riskLevel }),
    multiple: false,
    allow_other: false,
    options: [
      { value: 'retry', label: 'Run it again' },
      { value: 'mark_done', label: 'It was done', description: 'The text you give is its result.' },
      { value: 'mark_failed', label: 'It failed' },
    ],
    metadata: {},
  };
}
