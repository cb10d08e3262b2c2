import { HitlError } from '@hitl/protocol/endpoints';

/** One problem of a configuration, with its location. */
export interface ConfigProblem {
  /** The YAML file, or the folder if no file is to blame. */
  readonly file: string;
  /** From 1. */
  readonly line?: number;
  /** `agent "code_assistant"`: type and name of the component. */
  readonly component?: string;
  /** Dotted: `approval_policy.0.when`. */
  readonly key?: string;
  /** The problem and the expected value. */
  readonly message: string;
}

function describe({ file, line, component, key, message }: ConfigProblem): string {
  const place = line === undefined ? file : `${file}:${line}`;
  return [place, component, key, message].filter((part) => part !== undefined).join(': ');
}

/** A configuration that cannot be started; `code` is `invalid_config`. The message lists every problem. */
export class ConfigError extends HitlError {
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[], options?: ErrorOptions) {
    super('invalid_config', problems.map(describe).join('\n'), options);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}
