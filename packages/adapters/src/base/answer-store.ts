import type { InteractionResponse } from '@hitl/protocol';

/**
 * Where answers are kept until all that a framework takes together are there, by the ids of what they
 * answer. A `Map` will do.
 */
export interface AnswerStore<Answer = InteractionResponse> {
  get(id: string): Answer | undefined;
  set(id: string, answer: Answer): unknown;
  delete(id: string): unknown;
}
