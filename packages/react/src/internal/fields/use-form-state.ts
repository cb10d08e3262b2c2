import {
  asksForSecret,
  asksSecretly,
  formState,
  type Answers,
  type FormState,
} from '@hitl/client/view';
import type { InteractionRequest } from '@hitl/protocol';
import { useState } from 'react';
import type { UseCardResult } from '../../hooks/use-card.ts';
import { useDraft } from '../use-draft.ts';

const NOTHING: Answers = {};

/**
 * The input of a question, and a function to send it. Drafts survive a reload; secrets are dropped
 * on unmount.
 */
export function useFormState(card: UseCardResult): FormState {
  const request: InteractionRequest = card.request;
  // Possible secrets are not written to the tab's storage.
  const keep = asksForSecret(request) ? 'page' : 'tab';
  const [drafted, setDrafted] = useDraft<Answers>(request, 'answers', NOTHING, keep);
  const [secrets, setSecrets] = useState<Answers>(NOTHING);
  const [tried, setTried] = useState(false);
  return formState(request, {
    answers: { ...drafted, ...secrets },
    change(place, part, answer) {
      if (asksSecretly(part)) setSecrets((before) => ({ ...before, [place]: answer }));
      else setDrafted({ ...drafted, [place]: answer });
    },
    tried,
    setTried,
    error: card.error,
    respond: card.respond,
  });
}
