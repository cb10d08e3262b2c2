import type { InteractionPage, InteractionRequest, InteractionView } from '@hitl/protocol';
import type { AnswerFlags } from './flags.ts';

/** A change of an inbox. */
export type InboxChange =
  | { readonly kind: 'added'; readonly request: InteractionRequest }
  | { readonly kind: 'removed'; readonly id: string; readonly outcome: string };

/** Receiver of the changes of an inbox. */
export interface InboxListener {
  /** Called with a change, and with its JSON for programs. */
  readonly onChange: (change: InboxChange, body: unknown) => void;
  readonly onTrouble: (message: string) => void;
}

/** Result of an answer: the body for programs, the line for people. */
export interface AnswerOutcome {
  readonly body: unknown;
  readonly line: string;
}

/** Source of pending requests: a server, or the mailbox of a directory. */
export interface InboxSource {
  list(): Promise<InteractionPage>;
  show(id: string): Promise<InteractionView>;
  /** Answers as the flags say. */
  answer(request: InteractionRequest, flags: AnswerFlags): Promise<AnswerOutcome>;
  /** Asks the person and answers; `null` if the input ended. */
  ask(request: InteractionRequest, signal: AbortSignal): Promise<AnswerOutcome | null>;
  /** Reports the pending requests, then each change, until the signal is aborted. */
  watch(listener: InboxListener, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}
