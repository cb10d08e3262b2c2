'use client';
import {
  createInteractionStore,
  type InteractionSnapshot,
  type InteractionStore,
} from '@hitl/client';
import { inboxOf } from '../internal/inbox-of.ts';
import { sharedStore } from '../internal/stores.ts';
import { useHitlClient } from '../provider.tsx';
import { useStore } from './use-store.ts';

/** Result of `useInteractionDetails`: one interaction, and `refresh`, which reads it again. */
export type UseInteractionDetailsResult = InteractionSnapshot & Pick<InteractionStore, 'refresh'>;

/** The details of one interaction by its id: the request and, once settled, its outcome. */
export function useInteractionDetails(interactionId: string): UseInteractionDetailsResult {
  const client = useHitlClient();
  const store = sharedStore(client, `interaction ${interactionId}`, () =>
    createInteractionStore(client, interactionId, (filter) => inboxOf(client, filter)),
  );
  return { ...store, ...useStore(store) };
}
