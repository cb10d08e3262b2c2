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

/**
 * Result of `useConfirm`: a call that needs approval, the draft of its answer, and the two answers.
 */
export interface UseConfirmResult extends UseCardResult<ConfirmRequest>, ConfirmChoice {}

const NOTHING: ConfirmDraft = {};

/**
 * State and behaviour of a confirm card, built-in or custom. Choices are a draft: it survives
 * unmounting and is shared by all places that show the request. Secrets typed into arguments are
 * not in the draft, and are dropped with the component.
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
