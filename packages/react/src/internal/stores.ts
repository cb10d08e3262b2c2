import type { HitlClient } from '@hitl/client';

const storesOfClients = new WeakMap<HitlClient, Map<string, unknown>>();

/** One store per name and client, shared by all components that read it. */
export function sharedStore<S>(client: HitlClient, name: string, create: () => S): S {
  const stores = storesOfClients.get(client) ?? new Map<string, unknown>();
  storesOfClients.set(client, stores);
  const known = stores.get(name) as S | undefined;
  if (known !== undefined) return known;
  const created = create();
  stores.set(name, created);
  return created;
}
