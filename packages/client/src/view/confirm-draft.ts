import type { RuleChoice } from './rule-scope.ts';

/** What a person has made up about a call and not sent yet; it survives unmounting. */
export interface ConfirmDraft {
  /** The digest of the arguments that all this is about. */
  readonly about?: string | undefined;
  /** Whether the arguments are being edited. */
  readonly editing?: boolean;
  /** The arguments as they were edited last, but for secret ones. */
  readonly args?: Record<string, unknown> | undefined;
  /** The same, where they differ from what was proposed. */
  readonly modifiedArgs?: Record<string, unknown> | undefined;
  /** Something is typed that is no value. */
  readonly invalid?: boolean;
  /** Whether a text for the agent is being written. */
  readonly noting?: boolean | undefined;
  readonly note?: string | undefined;
  /** Whether what is remembered can be chosen. */
  readonly scoping?: boolean;
  readonly remember?: RuleChoice | undefined;
  /** Whether what is remembered with a denial can be chosen. */
  readonly refusing?: boolean;
  /** What a denial saves. While it is more than nothing, the call cannot be allowed. */
  readonly denial?: RuleChoice | undefined;
  /** Whether a result is written in the tool's place. */
  readonly answering?: boolean;
  readonly result?: string;
  /** Long arguments were shown whole. */
  readonly revealed?: boolean;
}

/** What was made up about a call as it is now: what is about other arguments is not meant for it. */
export function choiceAbout(args_digest: string | undefined, stored: ConfirmDraft): ConfirmDraft {
  const { about = args_digest, noting, note } = stored;
  // The words for the agent may be.
  return about === args_digest ? stored : { noting, note };
}
