import type { InteractionPage, InteractionRequest, InteractionView } from '@hitl/protocol';
import type { AnswerFlags } from './flags.ts';

/** What changes an inbox, as it is told line by line. */
export type InboxChange =
  | { readonly kind: 'came'; readonly request: InteractionRequest }
  | { readonly kind: 'went'; readonly id: string; readonly outcome: string };

/** Who is told what waits. */
export interface InboxListener {
  /** A change, and how a program is told it. */
  readonly onChange: (change: InboxChange, body: unknown) => void;
  readonly onTrouble: (message: string) => void;
}

/** What an answer led to: the body for programs, the line for people. */
export interface AnswerOutcome {
  readonly body: unknown;
  readonly line: string;
}

/** Where requests wait and are answered: a server, or the mailbox of a directory. */
export interface InboxSource {
  list(): Promise<InteractionPage>;
  show(id: string): Promise<InteractionView>;
  /** Answers as the flags say. */
  answer(request: InteractionRequest, flags: AnswerFlags): Promise<AnswerOutcome>;
  /** Asks the person, and answers; `null`: the input ended. */
  ask(request: InteractionRequest, signal: AbortSignal): Promise<AnswerOutcome | null>;
  /** Tells what waits now, then each change, until the signal is aborted. */
  watch(listener: InboxListener, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}
