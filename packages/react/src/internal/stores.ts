import type { HitlClient } from '@hitl/client';

const books = new WeakMap<HitlClient, Map<string, unknown>>();

/** One store per name and client, shared by all components that read it. */
export function sharedStore<S>(client: HitlClient, name: string, create: () => S): S {
  const book = books.get(client) ?? new Map<string, unknown>();
  books.set(client, book);
  const known = book.get(name) as S | undefined;
  if (known !== undefined) return known;
  const created = create();
  book.set(name, created);
  return created;
}
