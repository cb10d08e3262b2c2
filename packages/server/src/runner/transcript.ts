import type { Message, RunEvent } from '@hitl/protocol';
import { createTranscript, evolveMessages, type Messages } from '@hitl/protocol/fold';
import { LRUCache } from 'lru-cache';
import type { SessionKey, SessionStore, StoredCommit } from '../store/store.ts';
import type { ModelMessage } from '../agents/model.ts';
import { sessionText } from '../store/session-text.ts';

const MAX_CACHED = 256;

/** The messages of a session, with counts per agent. */
export interface Transcript {
  /** The last commit that is included. */
  readonly commit: number;
  readonly messages: Messages;
  /** The agent of each run. */
  readonly agents: ReadonlyMap<string, string>;
}

const EMPTY: Transcript = { commit: 0, messages: [], agents: new Map() };

/** Builds transcripts from the log, and caches recent ones so that only new commits are read. */
export interface Transcripts {
  /** `commit`: nothing is read if the cached transcript includes this commit. */
  load(key: SessionKey, commit?: number): Promise<Transcript>;
  /** Adds a commit of this instance, which then need not be read. */
  appended(key: SessionKey, commit: number, events: readonly RunEvent[]): void;
  forget(key: SessionKey): void;
}

export function createTranscripts(store: SessionStore): Transcripts {
  const cache = new LRUCache<string, Transcript>({ max: MAX_CACHED });
  return {
    async load(key, commit = Infinity) {
      const id = sessionText(key);
      const known = cache.get(id) ?? EMPTY;
      if (known.commit >= commit) return known;
      const commits = await store.read(key, known.commit);
      const folded = foldCommits(known, commits);
      cache.set(id, folded);
      return folded;
    },
    appended(key, commit, events) {
      const id = sessionText(key);
      const known = cache.get(id);
      if (known?.commit === commit - 1) cache.set(id, foldCommits(known, [{ commit, events }]));
    },
    forget(key) {
      cache.delete(sessionText(key));
    },
  };
}

/** Applies all commits together, since copying the state for each event is slow in long sessions. */
function foldCommits(transcript: Transcript, commits: readonly StoredCommit[]): Transcript {
  const events = commits.flatMap((commit) => commit.events);
  const started = events.filter((event) => event.type === 'run_started');
  const agents =
    started.length === 0
      ? transcript.agents
      : new Map([
          ...transcript.agents,
          ...started.map((event): [string, string] => [event.run_id, event.data.agent_id]),
        ]);
  const commit = commits.at(-1)?.commit ?? transcript.commit;
  const { messages } = transcript;
  if (messages.length > 0) {
    return { commit, messages: events.reduce(evolveMessages, messages), agents };
  }
  const fold = createTranscript();
  for (const event of events) fold.add(event);
  return { commit, messages: fold.messages(), agents };
}

/** The messages that the agent of a run sees; a nested run sees only its own. */
export function messagesOf(transcript: Transcript, runId: string): readonly Message[] {
  const own = transcript.messages.filter((message) => message.run_id === runId);
  const nested = own.some(({ root_run_id: root }) => root !== undefined);
  return nested ? own : transcript.messages.filter(({ root_run_id: root }) => root === undefined);
}

/** The number of turns of an agent in the session. */
export function turnsOf(transcript: Transcript, agentId: string): number {
  return transcript.messages.filter(
    ({ role, run_id: runId }) => role === 'assistant' && transcript.agents.get(runId) === agentId,
  ).length;
}

/** The messages in the form for a model, with its own ids of calls. */
export function toModelMessages(messages: readonly Message[]): ModelMessage[] {
  const names = new Map<string, { id: string; name: string }>();
  return messages.map((message): ModelMessage => {
    switch (message.role) {
      case 'user':
        return { role: 'user', content: message.content };
      case 'assistant': {
        const calls = (message.tool_calls ?? []).map(({ id, name, args, model_call_id: own }) => {
          names.set(`${message.run_id} ${id}`, { id: own ?? id, name });
          return { id: own ?? id, name, args };
        });
        return { role: 'assistant', content: message.content, toolCalls: calls };
      }
      case 'tool': {
        const call = names.get(`${message.run_id} ${message.tool_call_id ?? ''}`);
        return {
          role: 'tool',
          toolCallId: call?.id ?? message.tool_call_id ?? '',
          name: message.name ?? call?.name ?? '',
          content: message.content,
          isSuccess: message.is_success ?? false,
        };
      }
    }
  });
}
