import type { RuleTerm } from '@hitl/client/view';

/** Flags of every `hitl inbox` command, as typed. */
export interface InboxFlags {
  readonly server?: string;
  readonly tokenFile?: string;
  readonly dir?: string;
  /** User of the requests, who also answers. Default: all visible requests. */
  readonly user?: string;
  readonly format: 'text' | 'json';
}

/** Flags of an answer, as typed. */
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
  /** A file with a whole InteractionResponse, or `-` for stdin. */
  readonly responseFile?: string;
}

/** The flags that answer; if all are missing, the person is asked. */
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

/** Whether the command line contains an answer. */
export function hasAnswer(flags: AnswerFlags): boolean {
  return ANSWERS.some((name) => flags[name] !== undefined);
}
