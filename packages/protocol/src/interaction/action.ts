import type {
  ApprovalAction,
  InteractionRequest,
  InteractionResponse,
} from '../generated/types.ts';

/**
 * The action of a response: its `action`, or the one that `confirmed` means for an authorization.
 * `undefined` for the plain answer to a question.
 */
export function actionOf(
  request: InteractionRequest,
  response: InteractionResponse,
): ApprovalAction | undefined {
  if (response.action !== undefined) return response.action;
  if (request.purpose !== 'authorization' || response.confirmed === undefined) return undefined;
  return response.confirmed ? 'approve' : 'deny';
}
