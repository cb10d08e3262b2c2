/**
 * How much of something survives the conversion to another framework and back.
 *
 * - `lossless`: all of it.
 * - `by convention`: all of it, if both sides use the form that the adapter defines.
 * - `lossy`: the note says what is lost.
 * - `refused`: the framework cannot represent it; the adapter throws, and no card offers it.
 */
export type Fidelity = 'lossless' | 'by convention' | 'lossy' | 'refused';

/** How one thing is converted, with a note about it. */
export interface Capability {
  readonly fidelity: Fidelity;
  readonly note: string;
}

/** Kinds of requests. */
export type RequestKind = 'authorization' | 'input' | 'select' | 'confirm' | 'combined';

/** Kinds of answers. `reply`: a plain answer to a question. `decline`: a refusal to answer. */
export type AnswerKind =
  | 'approve'
  | 'deny'
  | 'modify_args'
  | 'answer'
  | 'remember'
  | 'pause'
  | 'abort_run'
  | 'reply'
  | 'decline';

/** Table of what an adapter converts, and of how the framework takes several answers. */
export interface Capabilities {
  readonly framework: string;
  readonly requests: Readonly<Record<RequestKind, Capability>>;
  readonly answers: Readonly<Record<AnswerKind, Capability>>;
  /** How an expired request is passed on: never as a person's yes or no. */
  readonly expired: Capability;
  /**
   * `any`: each answer separately. `all`: together, by id. `positional`: together, in the order of
   * the requests. `ordered`: one after the other.
   */
  readonly answerMode: 'any' | 'all' | 'positional' | 'ordered';
  /** What happens to the other calls of a message when one is denied. */
  readonly onSiblingDeny: 'independent' | 'drop' | 'abort';
}

/** Creates a row of a table of capabilities. */
export function carried(fidelity: Fidelity, note = ''): Capability {
  return { fidelity, note };
}
