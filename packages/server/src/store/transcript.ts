import { createTranscript, type Messages } from '@hitl/protocol/fold';
import type { StoredCommit } from './store.ts';

/** A run and its agent. */
type RunAgent = readonly [run: string, agent: string];

/** The messages of a session, with the agent of each run. */
export interface Transcript {
  /** The last commit that is included. */
  readonly commit: number;
  /** The time of its newest event; empty for an empty log. */
  readonly at: string;
  readonly messages: Messages;
  /** Each run with its agent, in the order in which they started. */
  readonly agents: readonly RunAgent[];
  /** How much of it is stored in chapters. */
  readonly stored: Stored;
}

/** A beginning of a transcript. */
interface Stored {
  readonly commit: number;
  readonly messages: Messages;
  /** The number of runs. */
  readonly runs: number;
}

/** The transcript of a log without commits. */
export const EMPTY: Transcript = {
  commit: 0,
  at: '',
  messages: [],
  agents: [],
  stored: { commit: 0, messages: [], runs: 0 },
};

/** Applies all commits together, since copying the state for each event is slow in long sessions. */
export function foldCommits(transcript: Transcript, commits: readonly StoredCommit[]): Transcript {
  const events = commits.flatMap((commit) => commit.events);
  const started = events.filter((event) => event.type === 'run_started');
  const agents =
    started.length === 0
      ? transcript.agents
      : [
          ...transcript.agents,
          ...started.map(({ run_id, data }) => [run_id, data.agent_id] as const),
        ];
  const commit = commits.at(-1)?.commit ?? transcript.commit;
  const at = events.at(-1)?.timestamp ?? transcript.at;
  const fold = createTranscript(transcript.messages);
  for (const event of events) fold.add(event);
  return { commit, at, messages: fold.messages(), agents, stored: transcript.stored };
}
