'use client';
import {
  createPermissionsStore,
  type PermissionsSnapshot,
  type PermissionsStore,
} from '@hitl/client';
import { sharedStore } from '../internal/stores.ts';
import { useHitlClient } from '../provider.tsx';
import { useStore } from './use-store.ts';

/** The rules of a user, and what changes them. Changes fail with a `ClientError`. */
export type UsePermissionsResult = PermissionsSnapshot &
  Pick<PermissionsStore, 'refresh' | 'revoke' | 'save'>;

/** The rules of a user, read again whenever an answer saved one or one decided a call. */
export function usePermissions(userId: string): UsePermissionsResult {
  const client = useHitlClient();
  const store = sharedStore(client, `permissions ${userId}`, () =>
    createPermissionsStore(client, userId),
  );
  return { ...store, ...useStore(store) };
}
