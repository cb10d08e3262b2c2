import type { Authorization } from '@hitl/client/gate';
import { deniedContent } from '@hitl/protocol/fold';
import { AdapterError } from '../base/adapter-error.ts';
import { checkOptions } from '../base/check-options.ts';
import { callerOf, type GateOptions, type PermissionGate } from '../base/gate.ts';
import { withShortTexts } from '../base/short-texts.ts';
import {
  declined,
  idOf,
  plainText,
  STOPPED,
  type CanUseTool,
  type PermissionAnswer,
  type PermissionCall,
} from './calls.ts';
import { mapToolCall, toToolInput } from './map-tool-call.ts';
import { withShell, withoutShell, type ShellOption } from './shell.ts';
import { answeredInput, isQuestion, questionPart } from './questions.ts';

/** The answer for Claude Code, and the interaction under which the call is claimed if it may run. */
export interface Decision {
  readonly answer: PermissionAnswer;
  readonly interactionId?: string;
}

/** Members that approvals and questions have in common at the gate. */
function askedOf({ context }: PermissionCall) {
  const { agentID, decisionReason } = context;
  return {
    toolCallId: idOf(context),
    reason: plainText(decisionReason),
    ...(agentID !== undefined && { metadata: { subagent: agentID } }),
  };
}

function denial(message: string): Decision {
  return { answer: { behavior: 'deny', message } };
}

/** A call that no one decided in time is denied with that reason; a cancelled one ends the turn. */
function denied({ status, reason = 'It was not allowed' }: Authorization): Decision {
  return status === 'cancelled' ? { answer: STOPPED } : denial(deniedContent(reason));
}

async function decideCall(
  gate: PermissionGate,
  caller: GateOptions,
  call: PermissionCall,
  signal: AbortSignal | undefined,
  shell: ShellOption['shell'],
): Promise<Decision> {
  const { toolName, input, context } = call;
  const mapped = withShell(mapToolCall(toolName, input), shell);
  const authorization = await gate.authorize(
    withShortTexts({
      ...caller,
      ...mapped,
      ...askedOf(call),
      title: plainText(context.title),
      description: plainText(context.description),
    }),
    { signal },
  );
  const { decision, args, edited, text = '', interactionId } = authorization;
  if (decision === 'answer') return denial(text);
  if (decision === 'deny') return denied(authorization);
  const updatedInput =
    edited === true ? { ...toToolInput(toolName, mapped, withoutShell(args, mapped)) } : input;
  return {
    answer: { behavior: 'allow', updatedInput },
    ...(interactionId !== null && { interactionId }),
  };
}

async function decideQuestion(
  gate: PermissionGate,
  caller: GateOptions,
  call: PermissionCall,
  signal: AbortSignal | undefined,
): Promise<Decision> {
  const { id: _, required: __, ...question } = questionPart(call.input, idOf(call.context));
  const asked = { ...caller, ...askedOf(call), question, allowedActions: ['deny'] as const };
  const answer = await gate.ask(withShortTexts(asked), { signal });
  switch (answer.outcome) {
    case 'answered':
      return {
        answer: { behavior: 'allow', updatedInput: answeredInput(call.input, answer.response) },
      };
    case 'declined':
      return { answer: declined(answer.note) };
    case 'expired':
      return denial('No one answered in time.');
    case 'cancelled':
      return { answer: STOPPED };
    case 'refused':
      return denial(answer.reason);
  }
}

/** Has the gate decide about a call or a question. */
export async function decide(
  gate: PermissionGate,
  caller: GateOptions,
  call: PermissionCall,
  signal: AbortSignal | undefined,
  shell: ShellOption['shell'],
): Promise<Decision> {
  if (!isQuestion(call.toolName)) return decideCall(gate, caller, call, signal, shell);
  try {
    return await decideQuestion(gate, caller, call, signal);
  } catch (error) {
    // No card can show it: the model gets the reason and can ask in another way.
    if (error instanceof AdapterError) return denial(error.message);
    throw error;
  }
}

/**
 * Creates a `canUseTool` for the options of `query`: calls that Claude Code would ask about are evaluated by
 * your rules, and asked in the inbox if no rule decides. Other calls run without it: use `gateQuery` to put
 * the gate in front of all calls.
 * @throws AdapterError `bad_option`. The function itself throws errors of the gate; the call does not run
 * then, and does not count as denied by a person.
 */
export function createCanUseTool(
  gate: PermissionGate,
  options: GateOptions & ShellOption,
): CanUseTool {
  checkOptions('createCanUseTool', [gate, ['authorize', 'ask']], options, ['shell']);
  const { shell } = options;
  const caller = callerOf(options);
  return async (toolName, input, context) => {
    const call = { toolName, input, context };
    const { answer } = await decide(gate, caller, call, context.signal, shell);
    return answer;
  };
}
