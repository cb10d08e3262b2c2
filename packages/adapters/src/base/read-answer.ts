import type { InteractionRequest, InteractionResponse } from '@hitl/protocol';
import { actionOf, checkResponse } from '@hitl/protocol/fold';
import { AdapterError } from './adapter-error.ts';

/** A person's decision about a call, or answer to a question. */
export type Answer =
  | { readonly kind: 'approve' | 'abort_run' }
  | { readonly kind: 'deny' | 'decline'; readonly note: string | undefined }
  | { readonly kind: 'modify_args'; readonly args: Record<string, unknown> }
  | { readonly kind: 'answer'; readonly text: string }
  | { readonly kind: 'reply'; readonly response: InteractionResponse };

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
  const kind = actionOf(request, response);
  switch (kind) {
    case undefined:
      return { kind: 'reply', response };
    case 'approve':
    case 'abort_run':
      return { kind };
    case 'modify_args':
      return { kind, args };
    case 'answer':
      return { kind, text };
    case 'deny':
      return {
        kind: request.purpose === 'authorization' ? 'deny' : 'decline',
        note: note === '' ? undefined : note,
      };
    default:
      throw new AdapterError('unsupported_answer', kind);
  }
}
