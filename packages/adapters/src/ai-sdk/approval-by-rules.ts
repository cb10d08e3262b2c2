import { deniedContent } from '@hitl/protocol/fold';
import type { CheckInput, CheckResult } from '@hitl/protocol';
import { AdapterError } from '../base/adapter-error.ts';
import { isRecord } from '../base/is-record.ts';

/** Who evaluates the rules: a client of a HITL server. */
export interface RuleSource {
  check(userId: string, call: CheckInput): Promise<Pick<CheckResult, 'decision' | 'reason'>>;
}

/** Whose rules, and whose policy. */
export interface RuleOptions {
  readonly userId: string;
  readonly agentId?: string | undefined;
}

type Verdict = Pick<CheckResult, 'decision' | 'reason'>;

function evaluate(
  source: RuleSource,
  { userId, agentId }: RuleOptions,
  toolName: string,
  input: unknown,
): Promise<Verdict> {
  return source.check(userId, {
    tool_name: toolName,
    tool_args: isRecord(input) ? { ...input } : {},
    ...(agentId !== undefined && { agent_id: agentId }),
  });
}

/** What `toolApproval` of version 7 says about a call. */
export interface ApprovalStatus {
  readonly type: 'approved' | 'denied' | 'user-approval';
  readonly reason: string;
}

/**
 * For `toolApproval` of AI SDK 7: what the rules allow runs, what they deny does not, and a person is
 * asked about the rest. It is asked again when the person has answered, so a rule that was made
 * meanwhile can still deny.
 */
export function approvalByRules(
  source: RuleSource,
  options: RuleOptions,
): (call: {
  readonly toolCall: { readonly toolName: string; readonly input: unknown };
}) => Promise<ApprovalStatus> {
  const types = { allowed: 'approved', denied: 'denied', needs_auth: 'user-approval' } as const;
  return async ({ toolCall }) => {
    const { decision, reason } = await evaluate(source, options, toolCall.toolName, toolCall.input);
    return { type: types[decision], reason };
  };
}

interface RunnableTool {
  readonly execute?: (input: unknown, context: unknown) => unknown;
}

/**
 * The same tools with `needsApproval`, for AI SDK 6: a person is asked about what no rule decides. What
 * a rule denies fails when it is called, since version 6 cannot be told a denial beforehand.
 */
export function withApprovalByRules<Tools extends Readonly<Record<string, object>>>(
  tools: Tools,
  source: RuleSource,
  options: RuleOptions,
): Tools {
  const ruled = Object.entries(tools).map(([toolName, tool]): [string, object] => {
    const { execute } = tool as RunnableTool;
    if (execute === undefined) return [toolName, tool];
    const verdict = (input: unknown): Promise<Verdict> =>
      evaluate(source, options, toolName, input);
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
