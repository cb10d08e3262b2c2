import { HitlError } from '@hitl/protocol/endpoints';

/**
 * Why an adapter does not pass something on.
 *
 * - `unsupported_answer`: the framework has no words for this answer.
 * - `unsupported_request`: no card shows what the framework asks.
 * - `unknown_request`: the request is not, or no longer, one that the framework waits for.
 * - `invalid_response`: the answer does not fit its request.
 * - `call_denied`: the gate did not allow the call; the message is for the model.
 * - `bad_option`: an option is missing or is not what was expected.
 */
export type AdapterErrorCode =
  | 'unsupported_answer'
  | 'unsupported_request'
  | 'unknown_request'
  | 'invalid_response'
  | 'call_denied'
  | 'bad_option';

/** What an adapter throws, before anything is passed on. Test `error.code`, not the class. */
export class AdapterError extends HitlError {
  declare readonly code: AdapterErrorCode;

  constructor(code: AdapterErrorCode, message: string, options?: ErrorOptions) {
    super(code, message, options);
    this.name = 'AdapterError';
  }
}
