import { HitlError } from '@hitl/protocol/endpoints';

/** The error for an option that cannot be used. */
export function invalidOption(message: string, options?: ErrorOptions): HitlError {
  return new HitlError('invalid_option', message, options);
}
