import type { ToolProgress } from '@hitl/protocol';
import { didYouMean } from '../base/closest.ts';
import type { Every } from '../base/every.ts';
import { given } from '../base/given.ts';
import { throttle } from '../base/throttle.ts';
import type { ToolProgressUpdate } from '../agents/tool.ts';
import type { OpenSecrets } from '../approval/secrets.ts';

/** Reports the progress of one call. */
export interface ProgressReporter {
  /** Takes a report of the tool; ignored after the call has ended. */
  report(update: ToolProgressUpdate): void;
  /** Ends the reports, because the call has ended. */
  end(): void;
}

/** Options of a progress reporter. */
export interface ProgressOptions {
  /** Called with the merged progress, at most once every `PROGRESS_EVERY_MS`. */
  readonly report: (data: Omit<ToolProgress['data'], 'tool_call_id'>) => void;
  readonly secrets: Pick<OpenSecrets, 'redact' | 'redactPart'>;
  /** Clock of the intervals. Default: that of this machine. */
  readonly every?: Every;
}

/** Minimum interval between two reports of a call, in milliseconds. */
export const PROGRESS_EVERY_MS = 250;

/** Maximum length of the displayed text, in UTF-16 units. */
export const MAX_PROGRESS_TEXT = 2000;

const MEMBERS = ['progress', 'total', 'text', 'partial'];

export function createProgressReporter(options: ProgressOptions): ProgressReporter {
  const { report, secrets } = options;
  let known: ToolProgressUpdate = {};
  let ended = false;
  const reports = throttle(
    PROGRESS_EVERY_MS,
    () => {
      const { progress, total, text, partial } = known;
      const shown = (full: string): string =>
        partial === true ? tail(secrets.redactPart(full)) : head(secrets.redact(full));
      report(given({ progress, total, text: text === undefined ? undefined : shown(text) }));
    },
    options.every,
  );

  return {
    report(update) {
      if (ended) return;
      checkUpdate(update);
      known = merge(known, update);
      reports.ask();
    },
    end() {
      ended = true;
      reports.stop();
    },
  };
}

/** Absent members keep their last value, and `progress` never decreases. */
function merge(known: ToolProgressUpdate, update: ToolProgressUpdate): ToolProgressUpdate {
  const merged: ToolProgressUpdate = { ...known, ...given(update) };
  const { progress = 0 } = known;
  return {
    ...merged,
    ...(merged.progress !== undefined && { progress: Math.max(progress, merged.progress) }),
    ...(update.text !== undefined && { partial: update.partial === true }),
  };
}

/** A tool in plain JavaScript may pass any value. */
function checkUpdate(update: unknown): asserts update is ToolProgressUpdate {
  if (typeof update !== 'object' || update === null || Array.isArray(update)) {
    throw new TypeError(`context.progress takes { progress, total, text }, not ${spelled(update)}`);
  }
  for (const [name, value] of Object.entries(update)) {
    if (!MEMBERS.includes(name)) {
      throw new TypeError(
        `context.progress has no member "${name}".${didYouMean(name, MEMBERS)} It takes: ${MEMBERS.join(', ')}`,
      );
    }
    const wanted = value === undefined ? undefined : unfit(name, value);
    if (wanted !== undefined) {
      throw new TypeError(`${name} of context.progress must be ${wanted}, not ${spelled(value)}`);
    }
  }
}

/** The required form of an invalid member; `undefined` if it is valid. */
function unfit(name: string, value: unknown): string | undefined {
  switch (name) {
    case 'text':
      return typeof value === 'string' ? undefined : 'a string';
    case 'partial':
      return typeof value === 'boolean' ? undefined : 'true or false';
    default:
      return isAmount(value) ? undefined : 'a finite number of at least 0';
  }
}

function isAmount(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function spelled(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(head(value, 40));
  if (typeof value === 'object' && value !== null)
    return Array.isArray(value) ? 'a list' : 'an object';
  return String(value);
}

/** The beginning of a text. */
function head(text: string, max = MAX_PROGRESS_TEXT): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).replace(LEFT_HALF, '')}…`;
}

/** The end of a text, starting at a line if it has several. */
function tail(text: string): string {
  if (text.length <= MAX_PROGRESS_TEXT) return text;
  const end = text.slice(-(MAX_PROGRESS_TEXT - 2)).replace(RIGHT_HALF, '');
  const line = end.indexOf('\n');
  return line === -1 || line === end.length - 1 ? `…${end}` : `…\n${end.slice(line + 1)}`;
}

const LEFT_HALF = /[\uD800-\uDBFF]$/;
const RIGHT_HALF = /^[\uDC00-\uDFFF]/;
