import type { Message } from '@hitl/protocol';
import type { Messages } from '@hitl/protocol/fold';
import type { StoredChapter } from './store.ts';
import { EMPTY, type Transcript } from './transcript.ts';

/** A session has a chapter for at least this many commits, so few commits remain to be read. */
const MIN_COMMITS = 16;

/** Longer chapters are not stored, as a commit has to fit into one document of MongoDB. */
const MAX_LENGTH = 1_000_000;

/** Changed when the fold of messages changes, so that older chapters are no longer read. */
const VERSION = 1;

/** The messages of some commits, which no later commit changes. */
interface Chapter {
  readonly version: typeof VERSION;
  /** The commit of the previous chapter, or 0. */
  readonly after: number;
  /** The time of their newest event. */
  readonly at: string;
  readonly messages: Messages;
  /** The runs that started in these commits, with their agents. */
  readonly agents: Transcript['agents'];
}

/**
 * The next chapter of a transcript of which no run is open, as JSON. `undefined`: it would be too
 * short or too long, or messages of earlier chapters have changed, which are not stored again.
 */
export function nextChapter({
  commit,
  at,
  messages,
  agents,
  stored,
}: Transcript): string | undefined {
  if (commit - stored.commit < MIN_COMMITS) return undefined;
  if (stored.messages.some((message, index) => messages[index] !== message)) return undefined;
  const chapter: Chapter = {
    version: VERSION,
    after: stored.commit,
    at,
    messages: messages.slice(stored.messages.length),
    agents: agents.slice(stored.runs),
  };
  const json = JSON.stringify(chapter);
  return json.length <= MAX_LENGTH ? json : undefined;
}

/** Marks a transcript as stored completely. */
export function markStored(transcript: Transcript): Transcript {
  const { commit, messages, agents } = transcript;
  return { ...transcript, stored: { commit, messages, runs: agents.length } };
}

/**
 * The transcript up to the newest chapter; `undefined` if the chapters lack something. Chapters of
 * two instances may overlap: each names the one before it.
 */
export function readChapters(stored: readonly StoredChapter[]): Transcript | undefined {
  const chain: Chapter[] = [];
  let before = stored.at(-1)?.commit ?? 0;
  for (const { commit, json } of stored.toReversed()) {
    if (commit !== before) continue;
    const chapter = JSON.parse(json) as Chapter;
    if (chapter.version !== VERSION) return undefined;
    chain.unshift(chapter);
    before = chapter.after;
  }
  if (before !== 0) return undefined;
  return markStored({
    ...EMPTY,
    commit: stored.at(-1)?.commit ?? 0,
    at: chain.at(-1)?.at ?? '',
    messages: chain.flatMap<Message>(({ messages }) => messages),
    agents: chain.flatMap(({ agents }) => agents),
  });
}
