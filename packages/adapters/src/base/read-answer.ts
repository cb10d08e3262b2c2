import type { ApprovalAction, InteractionRequest, InteractionResponse } from '@hitl/protocol';
import { actionOf, checkResponse } from '@hitl/protocol/fold';
import { AdapterError } from './adapter-error.ts';

/** A person's decision about a call, or answer to a question. */
export interface Answer {
  /** `reply`: a plain answer to a question. `decline`: a refusal to answer one. */
  readonly kind: ApprovalAction | 'decline' | 'reply';
  /** With `deny` and `decline`: what the person wrote. */
  readonly note: string | undefined;
  /** With `modify_args`: all arguments. */
  readonly args: Record<string, unknown>;
  /** With `answer`: the result of the call. */
  readonly text: string;
  readonly response: InteractionResponse;
}

/**
 * Reads a response to a request whose `allowed_actions` are those that the framework supports.
 * @throws AdapterError `invalid_response` or `unsupported_answer`; nothing has been passed on then.
 */
export function readAnswer(
  request: InteractionRequest,
  response: InteractionResponse,
  remembers = false,
): Answer {
  const [issue] = checkResponse(request, response);
  if (issue !== undefined) {
    const code = issue.path === 'action' ? 'unsupported_answer' : 'invalid_response';
    throw new AdapterError(code, `${issue.path} ${issue.message}`);
  }
  const { remember, note, modified_args: args = {}, text = '' } = response;
  if (!remembers && remember !== undefined && remember.scope !== 'once') {
    throw new AdapterError('unsupported_answer', `remember.scope ${remember.scope}`);
  }
  const action = actionOf(request, response) ?? 'reply';
  const kind = action === 'deny' && request.purpose !== 'authorization' ? 'decline' : action;
  return { kind, note: note === '' ? undefined : note, args, text, response };
}

/** Text for the model about a refusal to answer. */
export function declineMessage(note = ''): string {
  return `User declined to answer${note === '' ? '' : `: ${note}`}`;
}
