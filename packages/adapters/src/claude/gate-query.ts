import { checkOptions } from '../base/check-options.ts';
import {
  callerOf,
  LEASE_MS,
  ranElsewhere,
  type ClaimGate,
  type GateOptions,
} from '../base/gate.ts';
import { isText } from '../base/question.ts';
import { completionOf } from './completion.ts';
import { idOf, type CanUseTool, type PermissionAnswer } from './calls.ts';
import { decide, type Decision } from './gate.ts';
import type { ShellOption } from './shell.ts';
import { createSharedAnswers } from '../base/shared-answers.ts';

/** Options of `gateQuery`. */
export interface GateQueryOptions extends GateOptions, ShellOption {
  /**
   * How long a call may take, in milliseconds, 1,000 to a day. If it has not finished by then, a person is
   * asked for its outcome. Default 600,000, the longest time limit of a `Bash` command.
   */
  readonly leaseMs?: number | undefined;
}

/** The part of a hook's input that is used here. */
export interface HookInput {
  readonly hook_event_name: string;
}

/** Output of a hook. */
export interface HookOutput {
  hookSpecificOutput?: { hookEventName: 'PreToolUse'; permissionDecision: 'ask' };
}

/** Hooks for the options of `query`. */
export interface HookMatcher {
  hooks: ((input: HookInput) => Promise<HookOutput>)[];
}

/** Options that put the gate in front of a query. */
export interface GatedQuery {
  readonly canUseTool: CanUseTool;
  readonly hooks: {
    PreToolUse: HookMatcher[];
    PostToolUse: HookMatcher[];
    PostToolUseFailure: HookMatcher[];
  };
}

/**
 * Options for `query` that put the gate in front of every call of a session, including those of subagents:
 * rules evaluate it, the inbox is asked if no rule decides, one process alone runs it, and its result is
 * recorded. Rules and modes of Claude Code that would run a call without asking have no effect.
 */
export function gateQuery(gate: ClaimGate, options: GateQueryOptions): GatedQuery {
  checkOptions('gateQuery', [gate, ['authorize', 'ask', 'claim', 'complete']], options, [
    'leaseMs',
    'shell',
  ]);
  const caller = callerOf(options);
  const { leaseMs = LEASE_MS, shell } = options;
  const claimed = new Map<string, { readonly interactionId: string; readonly holder: string }>();
  // Kept while a call runs: if it is asked about again, this process still holds it.
  const decisions = createSharedAnswers<PermissionAnswer>(({ behavior }) => behavior === 'allow');

  async function claim(
    id: string,
    decision: Decision,
    signal: AbortSignal,
  ): Promise<PermissionAnswer> {
    const { answer, interactionId } = decision;
    if (interactionId === undefined) return answer;
    const won = await gate.claim(interactionId, { leaseMs, wait: true, signal });
    // Claude Code accepts a result only as the reason of a denial.
    if (!won.claimed) return { behavior: 'deny', message: ranElsewhere(won.result?.content) };
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
      const subject = { id, about: { toolName, input } };
      return decisions.ask(subject, context.signal, async (signal) => {
        const decision = await decide(gate, caller, { toolName, input, context }, signal, shell);
        return claim(id, decision, signal);
      });
    },
    hooks: {
      PreToolUse: [
        {
          // Overrides what Claude Code would decide by itself, so that `canUseTool` is called, which has no
          // time limit.
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
