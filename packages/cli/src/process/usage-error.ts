import { HitlError } from '@hitl/protocol/endpoints';

/**
 * A wrong command line, or a problem with something it names: message on stderr, exit code 2.
 * `code` is `usage`.
 */
export class UsageError extends HitlError {
  constructor(message: string, options?: ErrorOptions) {
    super('usage', message, options);
    this.name = 'UsageError';
  }
}
