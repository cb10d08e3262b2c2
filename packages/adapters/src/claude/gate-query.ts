import type { Gate } from '@hitl/client/gate';
import { callerOf, type GateOptions } from '../base/gate.ts';
import { isText } from '../base/question.ts';
import { completionOf } from './completion.ts';
import { idOf, type CanUseTool, type PermissionAnswer } from './calls.ts';
import { decide, type Decision } from './gate.ts';
import { createSharedAnswers } from '../base/shared-answers.ts';

/** What a query needs of a gate: `createGate(…)` of `@hitl/client/gate`, or `createHitl(…).gate`. */
export type QueryGate = Pick<Gate, 'authorize' | 'ask' | 'claim' | 'complete'>;

/** Options of `gateQuery`. */
export interface GateQueryOptions extends GateOptions {
  /**
   * How long a call may take, in milliseconds, 1,000 to a day. Whoever finds it unfinished after that
   * has a person asked what became of it. Default 600,000, the most that a command of `Bash` has.
   */
  readonly leaseMs?: number | undefined;
}

/** What a hook of the SDK is told, as far as it is read here. */
export interface HookInput {
  readonly hook_event_name: string;
}

/** What a hook tells Claude Code. */
export interface HookOutput {
  hookSpecificOutput?: { hookEventName: 'PreToolUse'; permissionDecision: 'ask' };
}

/** Hooks for the options of `query`. */
export interface HookMatcher {
  hooks: ((input: HookInput) => Promise<HookOutput>)[];
}

/** What puts a query behind the gate. */
export interface GatedQuery {
  readonly canUseTool: CanUseTool;
  readonly hooks: {
    PreToolUse: HookMatcher[];
    PostToolUse: HookMatcher[];
    PostToolUseFailure: HookMatcher[];
  };
}

const LEASE_MS = 600_000;

/** The result of a call that ran elsewhere. Claude Code can be told it only as a reason not to run it. */
function ranElsewhere(content: string): PermissionAnswer {
  return {
    behavior: 'deny',
    message: `This call has run already, in another process. Its result: ${content}`,
  };
}

/**
 * Options for `query` that put every call of a session, those of subagents too, before the gate: judged
 * by your rules, asked in the inbox where they leave it open, run by one process alone, and its result
 * recorded. Rules and modes of Claude Code that would let a call pass unasked do not.
 */
export function gateQuery(gate: QueryGate, options: GateQueryOptions): GatedQuery {
  const caller = callerOf(options);
  const { leaseMs = LEASE_MS } = options;
  const claimed = new Map<string, { readonly interactionId: string; readonly holder: string }>();
  // Kept while a call runs: one that is asked about again is still ours.
  const decisions = createSharedAnswers<PermissionAnswer>(({ behavior }) => behavior === 'allow');

  async function claim(id: string, decision: Decision, signal: AbortSignal) {
    const { answer, interactionId } = decision;
    if (interactionId === undefined) return answer;
    const won = await gate.claim(interactionId, { leaseMs, wait: true, signal });
    if (!won.claimed) return ranElsewhere(won.result?.content ?? '');
    claimed.set(id, { interactionId, holder: won.holder });
    return answer;
  }

  async function complete(input: HookInput): Promise<HookOutput> {
    const { tool_use_id: id } = { ...input } as Readonly<Record<string, unknown>>;
    if (!isText(id)) return {};
    decisions.forget(id);
    const ours = claimed.get(id);
    if (ours === undefined) return {};
    claimed.delete(id);
    const { interactionId, holder } = ours;
    await gate.complete(interactionId, completionOf(input), { holder });
    return {};
  }

  return {
    async canUseTool(toolName, input, context) {
      const id = idOf(context);
      return decisions.ask(id, context.signal, async (signal) => {
        const decision = await decide(gate, caller, { toolName, input, context }, signal);
        return claim(id, decision, signal);
      });
    },
    hooks: {
      PreToolUse: [
        {
          // Whatever Claude Code would decide by itself: `canUseTool` is asked, which may take its time.
          hooks: [
            () =>
              Promise.resolve({
                hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'ask' },
              }),
          ],
        },
      ],
      PostToolUse: [{ hooks: [complete] }],
      PostToolUseFailure: [{ hooks: [complete] }],
    },
  };
}
