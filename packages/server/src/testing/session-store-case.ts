import type { Page, SessionKey, SessionStore } from '../store/store.ts';
import { createSampleLog, started, type SampleLog } from './sample-log.ts';
import type { StoreCase } from './store-case.ts';

/** The store of one test, with other connections to it. */
export type SessionStoreCase = StoreCase<SessionStore>;

/** A session of the first tenant. */
export function key(sessionId = 'ses_1'): SessionKey {
  return { tenantId: 'default', sessionId };
}

/** A log of the first session with a run in progress, `run_1`. */
export async function startedLog(store: SessionStore): Promise<SampleLog> {
  const log = createSampleLog(key());
  await log.append(store, started('run_1'));
  return log;
}

/** Reads all pages of a list. */
export async function walk<T>(
  next: (cursor: { readonly cursor?: string }) => Promise<Page<T>>,
): Promise<T[]> {
  const items: T[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<T> = await next(cursor === null ? {} : { cursor });
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return items;
}
