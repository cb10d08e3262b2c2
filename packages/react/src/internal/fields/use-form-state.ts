'use client';
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

/** Holds what is entered and sends it as one answer. Drafts survive a reload, secrets no unmounting. */
export function useFormState(card: UseCardResult): FormState {
  const request: InteractionRequest = card.request;
  // What may be a secret is not written to the tab's storage.
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
