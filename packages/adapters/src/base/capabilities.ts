/**
 * How much of something survives the way into the other framework and back.
 *
 * - `lossless`: all of it.
 * - `by convention`: all of it, where both sides use the form that the adapter defines.
 * - `lossy`: the note says what is lost.
 * - `refused`: it cannot be said there; the adapter throws, and no card offers it.
 */
export type Fidelity = 'lossless' | 'by convention' | 'lossy' | 'refused';

/** How one thing is carried, and what there is to know about it. */
export interface Capability {
  readonly fidelity: Fidelity;
  readonly note: string;
}

/** What can be asked. */
export type RequestKind = 'authorization' | 'input' | 'select' | 'confirm' | 'combined';

/** What can be answered. `reply` is the plain answer to a question, `decline` a person's refusal of it. */
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

/** What an adapter carries, and how the framework takes the answers to several requests. */
export interface Capabilities {
  readonly framework: string;
  readonly requests: Readonly<Record<RequestKind, Capability>>;
  readonly answers: Readonly<Record<AnswerKind, Capability>>;
  /**
   * `any`: each answer on its own. `all`: together, by id. `positional`: together, in the order of the
   * requests. `ordered`: one after the other.
   */
  readonly answerMode: 'any' | 'all' | 'positional' | 'ordered';
  /** What becomes of the other calls of a message when one is denied. */
  readonly onSiblingDeny: 'independent' | 'drop' | 'abort';
}

/** One row of a table of capabilities. */
export function carried(fidelity: Fidelity, note = ''): Capability {
  return { fidelity, note };
}
