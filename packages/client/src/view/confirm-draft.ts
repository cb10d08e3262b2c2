import type { RuleChoice } from './rule-scope.ts';

/** A person's unsent decision about a call; it survives unmounting. */
export interface ConfirmDraft {
  /** Digest of the arguments that the draft is about. */
  readonly about?: string | undefined;
  /** Whether the arguments are being edited. */
  readonly editing?: boolean;
  /** The edited arguments, without secrets. */
  readonly args?: Record<string, unknown> | undefined;
  /** `args`, if they differ from the proposed ones. */
  readonly modifiedArgs?: Record<string, unknown> | undefined;
  /** The editor contains invalid text. */
  readonly invalid?: boolean;
  /** Whether the note field is open. */
  readonly noting?: boolean | undefined;
  readonly note?: string | undefined;
  readonly remember?: RuleChoice | undefined;
  /** Whether the choice of what a denial saves is open. */
  readonly choosingDenial?: boolean;
  /** Rules that a denial saves. While set, the call cannot be allowed. */
  readonly denial?: RuleChoice | undefined;
  /** Whether a result is being written instead of running the tool. */
  readonly answering?: boolean;
  readonly result?: string;
  /** Whether long arguments were shown in full. */
  readonly revealed?: boolean;
}

/** The draft of a call with its current arguments; a draft about other arguments is dropped. */
export function choiceAbout(args_digest: string | undefined, stored: ConfirmDraft): ConfirmDraft {
  const { about = args_digest, noting, note } = stored;
  // The note is kept.
  return about === args_digest ? stored : { noting, note };
}
