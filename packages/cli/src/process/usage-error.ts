import { HitlError } from '@hitl/protocol/endpoints';

/** The command line or what it names is wrong: told on stderr, exit code 2. `code` is `usage`. */
export class UsageError extends HitlError {
  constructor(message: string, options?: ErrorOptions) {
    super('usage', message, options);
    this.name = 'UsageError';
  }
}
