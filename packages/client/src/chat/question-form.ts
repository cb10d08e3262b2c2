import type { InteractionRequest } from '@hitl/protocol';
import type { Drafts } from '../drafts/drafts.ts';
import {
  asksForSecret,
  asksSecretly,
  formState,
  type Answers,
  type FormOptions,
  type FormState,
} from '../view/index.ts';

/** The form of one question: its input, and whether it was tried to send that. */
interface QuestionForm {
  readonly of: (request: InteractionRequest, error: unknown) => FormState;
}

const NO_ANSWERS: Answers = {};

/** Creates the form of one card. Input is kept in drafts, except secrets. */
export function createQuestionForm(
  drafts: Drafts,
  respond: FormOptions['respond'],
  notify: () => void,
): QuestionForm {
  let secrets: Answers = NO_ANSWERS;
  let tried = false;
  return {
    of(request, error) {
      const drafted = (drafts.get(request.id, 'answers') as Answers | undefined) ?? NO_ANSWERS;
      const keep = asksForSecret(request) ? ('page' as const) : ('tab' as const);
      return formState(request, {
        answers: { ...drafted, ...secrets },
        change(place, part, answer) {
          if (asksSecretly(part)) {
            secrets = { ...secrets, [place]: answer };
            notify();
          } else {
            const next = { ...drafted, [place]: answer };
            drafts.set(request.id, 'answers', next, { keep, expiresAt: request.expires_at });
          }
        },
        tried,
        setTried(next) {
          tried = next;
          notify();
        },
        error,
        respond,
      });
    },
  };
}
