import type { RunEvent } from '@hitl/protocol';
import type { Commit } from '../store.ts';
import { crc32 } from './crc32.ts';

/** The types of lines in a journal. */
export const LINE_TYPES = [
  'RUN_START',
  'USER_MESSAGE',
  'THOUGHT',
  'ACTION_REQUEST',
  'ACTION_RESULT',
  'RUN_END',
  'SYSTEM_MESSAGE',
] as const;

/** The type of a line. */
export type LineType = (typeof LINE_TYPES)[number];

/**
 * The part of a commit that does not follow from its events; it is stored in the last line. Chapters
 * are not stored: opening a journal reads all of it.
 */
export type CommitExtra = Pick<Commit, 'audit'>;

/** Marks the end of a commit. */
export interface CommitMark extends CommitExtra {
  /** Number of the commit in the journal, from 1. */
  readonly number: number;
  /** Number of lines of the commit. */
  readonly lines: number;
  /** CRC-32 of the commit's lines without this member, which is the last one of the line. */
  readonly crc: number;
}

/** One line of a journal. */
export interface JournalLine {
  /** Number of the line in the journal, from 1. */
  readonly seq: number;
  readonly timestamp: string;
  readonly type: LineType;
  readonly payload: {
    /** The event to fold. A line without one is only for human readers. */
    readonly event?: RunEvent;
    /** On the last line of each commit. */
    readonly commit?: Partial<CommitMark>;
    readonly [member: string]: unknown;
  };
}

const CRC = /,"crc":(\d{1,10})(\}\}\}\n?)$/;

/** The lines of one commit as strings, each with its line end. */
export function writeLines(commit: Commit, number: number, after: number, now: string): string {
  const { events, audit } = commit;
  const lines = events.flatMap((event) =>
    linesOf(event).map((line) => ({ ...line, timestamp: event.timestamp })),
  );
  // A commit without events needs a line too.
  if (lines.length === 0) lines.push({ type: 'SYSTEM_MESSAGE', timestamp: now, payload: {} });
  const mark = { audit, number, lines: lines.length };
  const text = lines
    .map(({ type, timestamp, payload }, index): JournalLine => {
      const isLast = index === lines.length - 1;
      const marked = isLast ? { ...payload, commit: mark } : payload;
      return { seq: after + index + 1, timestamp, type, payload: marked };
    })
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
  return text.replace(/\}\}\}\n$/, `,"crc":${crc32(text)}}}}\n`);
}

/** Whether the lines of a commit, with their line ends, match its checksum. */
export function isAsWritten(text: string): boolean {
  const [, crc] = CRC.exec(text) ?? [];
  return crc !== undefined && crc32(text.replace(CRC, '$2')) === Number(crc);
}

type Unplaced = Pick<JournalLine, 'type' | 'payload'>;

function linesOf(event: RunEvent): Unplaced[] {
  switch (event.type) {
    case 'run_started':
      return [entry(event.data.parent_run_id === null ? 'RUN_START' : 'SYSTEM_MESSAGE', { event })];
    case 'step_completed':
      return stepLines(event);
    case 'tool_completed': {
      const { tool_call_id, tool_name, is_success, content } = event.data.result;
      const status = is_success ? 'SUCCESS' : 'ERROR';
      const action = { action_id: tool_call_id, tool_name, status, observation_content: content };
      return [entry('ACTION_RESULT', { ...action, event })];
    }
    case 'run_completed':
    case 'run_failed':
    case 'run_aborted':
      return [entry(event.run_id === event.root_run_id ? 'RUN_END' : 'SYSTEM_MESSAGE', { event })];
    default:
      return [entry('SYSTEM_MESSAGE', { event })];
  }
}

function stepLines(event: RunEvent & { type: 'step_completed' }): Unplaced[] {
  const { role, content, tool_calls: calls = [] } = event.data.step;
  switch (role) {
    case 'user':
      return [entry('USER_MESSAGE', { content, event })];
    case 'assistant':
      return [
        entry('THOUGHT', { content, event }),
        ...calls.map(({ id, name, args }) =>
          entry('ACTION_REQUEST', { action_id: id, tool_name: name, arguments: args }),
        ),
      ];
    // Only the content for the model; the result itself has its own line.
    case 'tool':
      return [entry('SYSTEM_MESSAGE', { event })];
  }
}

function entry(type: LineType, payload: JournalLine['payload']): Unplaced {
  return { type, payload };
}
