import type { RuleTerm } from '@hitl/client/view';

/** The flags of every `hitl inbox` command, as they were typed. */
export interface InboxFlags {
  readonly server?: string;
  readonly tokenFile?: string;
  readonly dir?: string;
  /** Whose requests, and who answers. Default: all visible ones. */
  readonly user?: string;
  readonly format: 'text' | 'json';
}

/** An answer, as it was typed. */
export interface AnswerFlags extends InboxFlags {
  readonly yes?: boolean;
  readonly no?: boolean;
  readonly text?: string;
  /** A file, or `-` for stdin: for secrets, which others could read on a command line. */
  readonly textFile?: string;
  /** Values of options, or their numbers. */
  readonly choose?: readonly string[];
  readonly other?: string;
  readonly decline?: boolean;
  readonly note?: string;
  readonly remember?: RuleTerm;
  /** Rules to remember. */
  readonly rule?: readonly string[];
  readonly argsJson?: Record<string, unknown>;
  /** A whole InteractionResponse: a file, or `-` for stdin. */
  readonly responseFile?: string;
}

/** The flags that say something; none of them means that the person is asked. */
const ANSWERS = [
  'yes',
  'no',
  'text',
  'textFile',
  'choose',
  'other',
  'decline',
  'note',
  'remember',
  'rule',
  'argsJson',
  'responseFile',
] as const;

/** Whether the command line holds an answer. */
export function hasAnswer(flags: AnswerFlags): boolean {
  return ANSWERS.some((name) => flags[name] !== undefined);
}
