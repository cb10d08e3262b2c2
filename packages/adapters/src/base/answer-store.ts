import type { InteractionResponse } from '@hitl/protocol';

/**
 * Storage of answers until all those that a framework takes together are available, by the ids of
 * their requests. A `Map` will do.
 */
export interface AnswerStore<Answer = InteractionResponse> {
  get(id: string): Answer | undefined;
  set(id: string, answer: Answer): unknown;
  delete(id: string): unknown;
}
