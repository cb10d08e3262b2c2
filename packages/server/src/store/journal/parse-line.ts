import type { RunEvent } from '@hitl/protocol';
import { parseTime } from '@hitl/protocol/fold';
import { readFrame } from '@hitl/protocol/guard';
import { isObject } from '../../base/is-object.ts';
import type { JournalDamagedError } from './damage.ts';
import { LINE_TYPES, type CommitMark } from './line.ts';

/** The parts of a line that are folded. */
export interface Line {
  readonly event: RunEvent | undefined;
  readonly mark: CommitMark | undefined;
}

/** Creates the error about this line. */
export type Damaged = (what: string, cause?: unknown) => JournalDamagedError;

/**
 * Parses one line without its line end. `number` is the expected `seq`.
 * @throws the error of `damaged`.
 */
export function parseLine(text: string, number: number, sessionId: string, damaged: Damaged): Line {
  checkForm(text, damaged);
  const value = parseJson(text, damaged);
  if (!isObject(value)) throw damaged('is not a JSON object');
  const { seq, timestamp, type, payload } = value;
  if (seq !== number) {
    const found = `has the seq ${JSON.stringify(seq)}, but ${number} was expected`;
    throw damaged(`${found}: lines were removed, repeated or moved`);
  }
  if (typeof timestamp !== 'string' || parseTime(timestamp) === null) {
    throw damaged('has no timestamp');
  }
  if (!LINE_TYPES.some((known) => known === type)) {
    throw damaged(`has the unknown type ${JSON.stringify(type)}`);
  }
  if (!isObject(payload)) throw damaged('has no payload');
  // Arguments come from the agent, so they may contain any names.
  const { event, commit, arguments: _, ...others } = payload;
  if (event !== undefined) checkEvent(event, sessionId, damaged);
  // A mark under another name would be overlooked, and its commit be dropped as incomplete.
  const isUnmarked = commit === undefined && !Object.values(others).some(isMark);
  if (isUnmarked) return { event, mark: undefined };
  if (!isMark(commit)) throw damaged('ends a commit without its number');
  return { event, mark: commit };
}

/** Detects changes that editors and tools make to text files. */
function checkForm(text: string, damaged: Damaged): void {
  if (text.startsWith('{') && text.endsWith('}')) return;
  if (text.trim() === '') throw damaged('is empty');
  if (text.startsWith('\u{FEFF}')) {
    throw damaged('begins with a byte order mark: another program saved the file');
  }
  if (/\r/.test(text)) {
    throw damaged('has other line ends (CR): another program saved the file');
  }
  throw damaged('is not one whole JSON object: another program reformatted or cut the file');
}

function parseJson(text: string, damaged: Damaged): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw damaged('is not JSON', error);
  }
}

/** An event of a newer version is accepted: the folds only count it. */
function checkEvent(
  value: unknown,
  sessionId: string,
  damaged: Damaged,
): asserts value is RunEvent {
  const frame = readFrame(value);
  if (frame.kind === 'invalid') {
    throw damaged(`has an invalid event${frame.path === '' ? '' : ` (${frame.path})`}`);
  }
  if (frame.kind === 'unstored' || frame.event.seq === undefined) {
    throw damaged('has an event that is never stored');
  }
  if (frame.event.session_id !== sessionId) {
    throw damaged(`belongs to another run, ${frame.event.session_id}`);
  }
}

function isMark(value: unknown): value is CommitMark {
  const { number, lines, crc, audit } = Object(value) as Partial<Record<string, unknown>>;
  const { trails, chain } = Object(audit) as Partial<Record<string, unknown>>;
  return (
    [number, lines, crc].every((count) => Number.isSafeInteger(count)) &&
    Array.isArray(trails) &&
    isObject(chain)
  );
}
