import type { CallWords } from './call-words.ts';
import type { ToolCallState, ToolCallView } from './tool-call.ts';

/** States of a call that was allowed. */
const ALLOWED: ReadonlySet<ToolCallState> = new Set(['ready', 'running', 'ran', 'failed']);

/**
 * Who or what decided about a call, in words; `undefined` if there is nothing to say. For a rule,
 * append the rule of `decider`. `me`: id of the person who reads it.
 */
export function callDecision(
  view: ToolCallView,
  messages: CallWords,
  me: string | undefined,
): string | undefined {
  const { state, decider, scope, proposedArgs, isQuestion } = view;
  const allowed = ALLOWED.has(state);
  if (state === 'ready' && decider?.kind !== 'rule') return messages.waitsForOthers;
  if (state === 'expired') return messages.byNoOne;
  if (state === 'superseded') return messages.byMessage;
  switch (decider?.kind) {
    case undefined:
      return undefined;
    case 'policy':
      return allowed ? undefined : messages.byPolicy;
    case 'rule':
      return messages.byRule(allowed, me !== undefined && me === view.userId);
    case 'person': {
      // The title says who answered.
      if (isQuestion && state === 'answered') return undefined;
      const { name } = decider;
      const isMe = name !== undefined && name === me;
      if (!allowed)
        return name === undefined ? undefined : messages.byPerson(name, isMe, scope ?? 'once');
      return messages.allowedBy(name, {
        isMe,
        edited: proposedArgs !== undefined,
        scope: scope ?? 'once',
      });
    }
  }
}

/** What happened, in a word; `isKnown`: the word implies the tool. */
export function callVerb(
  { toolName, nestedAgent, state }: ToolCallView,
  { callVerbs, callStates, agentVerbs, anyVerbs }: CallWords,
): { readonly verb: string; readonly isKnown: boolean } {
  const own = Object.hasOwn(callVerbs, toolName) ? callVerbs[toolName] : undefined;
  const { running, ran } = nestedAgent === undefined ? (own ?? anyVerbs) : agentVerbs;
  return {
    verb: { ...callStates, running, ran }[state],
    isKnown: own !== undefined && nestedAgent === undefined,
  };
}
