/**
 * The error thrown by the HITL packages. Test `error.code`, or `HitlError.isInstance(error)`:
 * `instanceof` fails when two copies of a package are loaded.
 */
export class HitlError extends Error {
  readonly code: string;
  /** Marks HITL errors across copies of this package. */
  readonly '~hitl' = true;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'HitlError';
    this.code = code;
  }

  /** Whether a caught value is a `HitlError` of any copy of this package. */
  static isInstance(value: unknown): value is HitlError {
    return typeof value === 'object' && value !== null && '~hitl' in value;
  }
}
