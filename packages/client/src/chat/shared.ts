import type { HitlClient } from '../client/client.ts';
import { createDrafts, type Drafts } from '../drafts/drafts.ts';
import { createArrangement, type Arrangement } from '../view/index.ts';

/** What the cards of one client have in common. */
interface Shared {
  readonly drafts: Drafts;
  /** All cards of a page form one list: when one leaves, the others move. */
  readonly around: Arrangement;
}

const shared = new WeakMap<HitlClient, Shared>();

/** What the cards of a client have in common. */
export function sharedOf(client: HitlClient): Shared {
  let found = shared.get(client);
  if (found === undefined) {
    found = { drafts: createDrafts({ client }), around: createArrangement() };
    shared.set(client, found);
  }
  return found;
}
