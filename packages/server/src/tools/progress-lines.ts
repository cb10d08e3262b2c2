import type { ToolContext, ToolProgressUpdate } from '../agents/tool.ts';
import type { CapturedOutput } from './captured-output.ts';

/** Prefix of a line on stderr that reports the progress of a command tool. */
const PREFIX = Buffer.from('::progress ');
const NEXT = Buffer.from('\n::progress ');
/** Maximum length of such a line. */
const MAX_LINE_BYTES = 16_384;
const NEWLINE = 0x0a;

/** A stream without the lines that report progress. */
export interface ProgressLines extends CapturedOutput {
  /** Ends the stream; an unfinished last line is kept. */
  finish(): void;
}

/**
 * Removes the lines `::progress {"progress":3,"total":12,"text":"Copying"}` from a stream and
 * reports them. All other output goes to `output`, including such lines with invalid content.
 */
export function takeProgressLines(
  output: CapturedOutput,
  progress: ToolContext['progress'],
): ProgressLines {
  /** The beginning of a line that may report progress. */
  let begun = Buffer.alloc(0);
  /** Whether the current line is known to be ordinary output. */
  let passing = false;

  function push(part: Buffer): void {
    if (part.length > 0) output.push(part);
  }

  return {
    get bytes() {
      return output.bytes;
    },
    text: () => output.text(),
    push(chunk) {
      const all = Buffer.concat([begun, chunk]);
      const lastLine = all.lastIndexOf(NEWLINE) + 1;
      /** The index up to which everything was passed on or reported. */
      let done = 0;
      let at = passing ? nextLine(all, 0) : 0;
      while (at < lastLine) {
        const end = all.indexOf(NEWLINE, at) + 1;
        if (tells(all.subarray(at, end), progress)) {
          push(all.subarray(done, at));
          done = end;
        }
        // Jumps to the next such line, since most programs write much output and no progress.
        const next = all.indexOf(NEXT, end - 1);
        at = next === -1 ? lastLine : next + 1;
      }
      const left = all.subarray(lastLine);
      const held = (lastLine > 0 || !passing) && mayTell(left);
      push(all.subarray(done, held ? lastLine : all.length));
      begun = held ? Buffer.from(left) : Buffer.alloc(0);
      passing = !held;
    },
    finish() {
      if (!tells(begun, progress)) push(begun);
      begun = Buffer.alloc(0);
    },
  };
}

/** The index of the next line, or the length if there is none. */
function nextLine(bytes: Buffer, from: number): number {
  const end = bytes.indexOf(NEWLINE, from);
  return end === -1 ? bytes.length : end + 1;
}

/** Whether this may be the beginning of a line that reports progress. */
function mayTell(begun: Buffer): boolean {
  const length = Math.min(begun.length, PREFIX.length);
  return (
    begun.length <= MAX_LINE_BYTES && begun.subarray(0, length).equals(PREFIX.subarray(0, length))
  );
}

/** Reports the progress in a line; `false` if there is none. */
function tells(line: Buffer, progress: ToolContext['progress']): boolean {
  if (line.length < PREFIX.length || !mayTell(line)) return false;
  try {
    // `progress` throws for an invalid update.
    progress(JSON.parse(line.subarray(PREFIX.length).toString()) as ToolProgressUpdate);
    return true;
  } catch {
    return false;
  }
}
