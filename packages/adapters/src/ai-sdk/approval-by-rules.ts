import { ClientError } from '@hitl/client';
import { deniedContent } from '@hitl/protocol/fold';
import type { CheckInput, CheckResult } from '@hitl/protocol';
import { AdapterError } from '../base/adapter-error.ts';
import { argsOf } from '../base/call-args.ts';
import { isRecord } from '../base/is-record.ts';

/** Evaluates the rules: a client of a HITL server. */
export interface RuleSource {
  check(userId: string, call: CheckInput): Promise<Pick<CheckResult, 'decision' | 'reason'>>;
}

/** The user whose rules apply, and the agent whose policy applies. */
export interface RuleOptions {
  readonly userId: string;
  readonly agentId?: string | undefined;
}

type Verdict = Pick<CheckResult, 'decision' | 'reason'>;

type Evaluate = (toolName: string, input: unknown) => Promise<Verdict>;

/** Checks what `owner` was given, and returns what evaluates a call. */
function evaluator(owner: string, source: RuleSource, options: RuleOptions): Evaluate {
  if (!isRecord(source) || typeof source.check !== 'function') {
    throw new AdapterError(
      'bad_option',
      `${owner} needs a client: what createHitlClient of @hitl/client returns.`,
    );
  }
  const { userId, agentId } = isRecord(options) ? options : { userId: undefined };
  if (typeof userId !== 'string' || userId === '') {
    throw new AdapterError('bad_option', `${owner} needs userId: the user whose rules apply.`);
  }
  return async (toolName, input) => {
    const call: CheckInput = {
      tool_name: toolName,
      tool_args: argsOf(input),
      ...(agentId !== undefined && { agent_id: agentId }),
    };
    try {
      return await source.check(userId, call);
    } catch (error) {
      throw error instanceof ClientError && error.code === 'unauthenticated'
        ? withoutToken(error)
        : error;
    }
  };
}

/** Names the option: what the server says is for people with a browser. */
function withoutToken(error: ClientError): ClientError {
  const why = 'The server asks for a valid token. Pass it to createHitlClient as "token".';
  return new ClientError(error.code, `${why} ${error.message}`, error);
}

/** Result of `toolApproval` of version 7 for a call. */
export interface ApprovalStatus {
  readonly type: 'approved' | 'denied' | 'user-approval';
  readonly reason: string;
}

/**
 * For `toolApproval` of AI SDK 7: calls that rules allow run, calls that they deny do not, and a person is
 * asked about the rest. It is evaluated again after the person's answer, so a rule made meanwhile can still
 * deny.
 * @throws AdapterError `bad_option` without a client or a user.
 */
export function approvalByRules(
  source: RuleSource,
  options: RuleOptions,
): (call: {
  readonly toolCall: { readonly toolName: string; readonly input: unknown };
}) => Promise<ApprovalStatus> {
  const evaluate = evaluator('approvalByRules', source, options);
  const types = { allowed: 'approved', denied: 'denied', needs_auth: 'user-approval' } as const;
  return async ({ toolCall }) => {
    const { decision, reason } = await evaluate(toolCall.toolName, toolCall.input);
    return { type: types[decision], reason };
  };
}

interface RunnableTool {
  readonly execute?: (input: unknown, context: unknown) => unknown;
}

/**
 * Returns the tools with `needsApproval`, for AI SDK 6: a person is asked about calls that no rule decides. A
 * call that a rule denies fails when it is executed, because version 6 has no way to deny it before.
 * @throws AdapterError `bad_option` without a client or a user.
 */
export function withApprovalByRules<Tools extends Readonly<Record<string, object>>>(
  tools: Tools,
  source: RuleSource,
  options: RuleOptions,
): Tools {
  const evaluate = evaluator('withApprovalByRules', source, options);
  const ruled = Object.entries(tools).map(([toolName, tool]): [string, object] => {
    const { execute } = tool as RunnableTool;
    if (execute === undefined) return [toolName, tool];
    const verdict = (input: unknown): Promise<Verdict> => evaluate(toolName, input);
    return [
      toolName,
      {
        ...tool,
        needsApproval: async (input: unknown) => (await verdict(input)).decision === 'needs_auth',
        execute: async (input: unknown, context: unknown) => {
          const { decision, reason } = await verdict(input);
          if (decision === 'denied') throw new AdapterError('call_denied', deniedContent(reason));
          const value: unknown = await Reflect.apply(execute, tool, [input, context]);
          return value;
        },
      },
    ];
  });
  return Object.fromEntries(ruled) as Tools;
}
