'use client';
import {
  createPermissionsStore,
  type PermissionsSnapshot,
  type PermissionsStore,
} from '@hitl/client';
import { sharedStore } from '../internal/stores.ts';
import { useHitlClient } from '../provider.tsx';
import { useStore } from './use-store.ts';

/**
 * Result of `usePermissions`: the rules of a user, and functions to change them, which reject with
 * a `ClientError`.
 */
export type UsePermissionsResult = PermissionsSnapshot &
  Pick<PermissionsStore, 'refresh' | 'revoke' | 'save'>;

/** The rules of a user, reloaded whenever an answer saved a rule or a rule decided a call. */
export function usePermissions(userId: string): UsePermissionsResult {
  const client = useHitlClient();
  const store = sharedStore(client, `permissions ${userId}`, () =>
    createPermissionsStore(client, userId),
  );
  return { ...store, ...useStore(store) };
}
