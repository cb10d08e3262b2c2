'use client';
import {
  confirmChoice,
  type ConfirmChoice,
  type ConfirmDraft,
  type TypedSecrets,
} from '@hitl/client/view';
import type { ConfirmRequest } from '@hitl/protocol';
import { useState } from 'react';
import { useSettings } from '../internal/settings.ts';
import { useDraft } from '../internal/use-draft.ts';
import type { CardOptions } from '../internal/card/card-props.ts';
import { useCard, type UseCardResult } from './use-card.ts';

/** A call that needs approval: what a person makes up about it before answering, and the two answers. */
export interface UseConfirmResult extends UseCardResult<ConfirmRequest>, ConfirmChoice {}

const NOTHING: ConfirmDraft = {};

/**
 * A confirmation: our card is made of it, and so can yours be. What is chosen here is a draft: it
 * survives unmounting and is the same in each place that shows the request. Secrets that are typed into
 * arguments are in no draft, and are forgotten with the component.
 */
export function useConfirm(request: ConfirmRequest, options: CardOptions = {}): UseConfirmResult {
  const { now } = useSettings();
  const card = useCard(request, options);
  const [stored, store] = useDraft(card.request, 'choice', NOTHING);
  const [typed, setTyped] = useState<TypedSecrets>();
  const { answerable, respond } = card;
  const kept = { stored, store, typed, setTyped, answerable, respond, now };
  return { ...card, ...confirmChoice(card.request, kept) };
}
