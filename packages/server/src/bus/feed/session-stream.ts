import type { SessionKey, SessionStore } from '../../store/store.ts';
import type { Frame } from '../feed.ts';
import type { Drafts } from './drafts.ts';
import { deltaFrame, runFrame, sessionFrame } from './frames.ts';
import { LOST } from './ring.ts';
import { parseSessionPosition, type SessionPosition } from './session-position.ts';
import type { Tails } from './tails.ts';

/** Commits read at a time. */
const PAGE = 100;

const START: SessionPosition = { commit: 0, index: 0 };

/**
 * The events of all runs of a session: from the log, then live. Contiguous as `streamRun` is, by the
 * numbers of commits. It ends with its signal. An `after` that the log has not reached counts as
 * absent: it is from another log.
 */
export async function* streamSession(
  store: SessionStore,
  tails: Tails,
  drafts: Drafts,
  key: SessionKey,
  options: { readonly after?: string; readonly signal: AbortSignal },
): AsyncGenerator<Frame, void, undefined> {
  const { signal } = options;
  const tail = tails.enter(key);
  const { ring } = tail;
  const place = ring.end();
  const leave = (): void => ring.leave(place);
  signal.addEventListener('abort', leave);
  let position = parseSessionPosition(options.after ?? '') ?? START;
  let behind = true;
  let joined = false;

  try {
    await tail.ready;
    if (position.commit > 0) {
      const [known] = await store.read(key, position.commit - 1, 1);
      if (known?.commit !== position.commit || position.index >= known.events.length) {
        position = START;
      }
    }
    while (!signal.aborted && !ring.closed) {
      if (behind) {
        ring.skipToEnd(place);
        behind = false;
        joined = false;
        let size: number;
        do {
          const page = await store.read(key, Math.max(position.commit - 1, 0), PAGE);
          size = page.length;
          for (const { commit, events } of page) {
            for (const [index, event] of events.entries()) {
              if (commit === position.commit && index <= position.index) continue;
              position = { commit, index };
              yield sessionFrame(runFrame(event), commit, index);
            }
          }
        } while (size === PAGE && !signal.aborted);
      }

      for (let item = ring.next(place); item !== undefined; item = ring.next(place)) {
        if (item === LOST) {
          behind = true;
          break;
        }
        if (item.kind === 'delta') {
          if (joined) yield item.frame;
          continue;
        }
        const { commit, index } = item;
        if (commit < position.commit) continue;
        if (commit === position.commit && index <= position.index) continue;
        if (commit > position.commit + 1) {
          behind = true;
          break;
        }
        position = { commit, index };
        yield item.session_frame;
      }
      if (behind) continue;

      if (!joined) {
        joined = true;
        for (const delta of drafts.of(key)) yield deltaFrame(delta);
      }
      await ring.wait(place);
    }
  } finally {
    signal.removeEventListener('abort', leave);
    tails.leave(tail);
  }
}
