import type { RuleTerm } from '@hitl/client/view';
import type { JsonObject } from '../process/json.ts';
import type { TargetFlags } from '../delta-folder/directory.ts';

/** Flags of every `hitl inbox` command, as typed. */
export interface InboxFlags extends TargetFlags {
  /** User of the requests, who also answers. Default: all visible requests. */
  readonly user?: string;
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
  readonly argsJson?: JsonObject;
  /** A file with a whole InteractionResponse, or `-` for stdin. */
  readonly responseFile?: string;
}

/** The flags that answer, as typed; if all are missing, the person is asked. */
export const ANSWER_FLAGS: Readonly<Record<Exclude<keyof AnswerFlags, keyof InboxFlags>, string>> =
  {
    yes: '--yes',
    no: '--no',
    text: '--text',
    textFile: '--text-file',
    choose: '--choose',
    other: '--other',
    decline: '--decline',
    note: '--note',
    remember: '--remember',
    rule: '--rule',
    argsJson: '--args-json',
    responseFile: '--response-file',
  };
