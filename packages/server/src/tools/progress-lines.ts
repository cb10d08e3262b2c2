import type { ToolContext, ToolProgressUpdate } from '../agents/tool.ts';
import type { CapturedOutput } from './captured-output.ts';

/** What a line of stderr begins with that tells how far a command tool is. */
const PREFIX = Buffer.from('::progress ');
const NEXT = Buffer.from('\n::progress ');
/** A longer line is none. */
const MAX_LINE_BYTES = 16_384;
const NEWLINE = 0x0a;

/** A stream of which the lines that tell about progress are taken out. */
export interface ProgressLines extends CapturedOutput {
  /** Nothing more is written: a last line without its end is kept as it is. */
  finish(): void;
}

/**
 * Takes the lines `::progress {"progress":3,"total":12,"text":"Copying"}` out of a stream and tells them;
 * all else, lines of that form that say nothing sensible too, goes to `output`.
 */
export function takeProgressLines(
  output: CapturedOutput,
  progress: ToolContext['progress'],
): ProgressLines {
  /** The beginning of a line that may tell about progress. */
  let begun = Buffer.alloc(0);
  /** Whether the line that goes on now was found to be another one. */
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
      /** What is before it has been passed on or told. */
      let done = 0;
      let at = passing ? nextLine(all, 0) : 0;
      while (at < lastLine) {
        const end = all.indexOf(NEWLINE, at) + 1;
        if (tells(all.subarray(at, end), progress)) {
          push(all.subarray(done, at));
          done = end;
        }
        // Straight to the next one: most programs write a lot and nothing of the kind.
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

/** Where the next line begins; the length where none does. */
function nextLine(bytes: Buffer, from: number): number {
  const end = bytes.indexOf(NEWLINE, from);
  return end === -1 ? bytes.length : end + 1;
}

/** Whether this can still become a line that tells about progress. */
function mayTell(begun: Buffer): boolean {
  const length = Math.min(begun.length, PREFIX.length);
  return (
    begun.length <= MAX_LINE_BYTES && begun.subarray(0, length).equals(PREFIX.subarray(0, length))
  );
}

/** Tells what a line says; `false`: it is no such line. */
function tells(line: Buffer, progress: ToolContext['progress']): boolean {
  if (line.length < PREFIX.length || !mayTell(line)) return false;
  try {
    // Whatever it is: the other side refuses what is no update.
    progress(JSON.parse(line.subarray(PREFIX.length).toString()) as ToolProgressUpdate);
    return true;
  } catch {
    return false;
  }
}
