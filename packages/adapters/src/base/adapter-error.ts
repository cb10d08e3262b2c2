import { HitlError } from '@hitl/protocol/endpoints';

/**
 * Why an adapter does not pass something on.
 *
 * - `unsupported_answer`: the framework cannot represent this answer.
 * - `unsupported_request`: no card can show what the framework asks.
 * - `unknown_request`: the framework does not, or no longer, wait for this request.
 * - `invalid_response`: the answer does not fit its request.
 * - `call_denied`: the gate did not allow the call; the message is for the model.
 * - `bad_option`: an option is missing or invalid.
 */
export type AdapterErrorCode =
  | 'unsupported_answer'
  | 'unsupported_request'
  | 'unknown_request'
  | 'invalid_response'
  | 'call_denied'
  | 'bad_option';

/**
 * The error thrown by adapters, always before anything is passed on. Test `error.code`, not the
 * class.
 */
export class AdapterError extends HitlError {
  declare readonly code: AdapterErrorCode;

  constructor(code: AdapterErrorCode, message: string, options?: ErrorOptions) {
    super(code, message, options);
    this.name = 'AdapterError';
  }
}

/** The error for an answer to a request that is not pending. */
export function unknownRequest(id: string): AdapterError {
  return new AdapterError('unknown_request', `${id} is not pending.`);
}
