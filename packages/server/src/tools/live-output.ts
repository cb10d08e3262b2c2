import type { ToolContext } from '../agents/tool.ts';
import { throttle } from '../base/throttle.ts';
import { keepTail, type CapturedOutput } from './captured-output.ts';

/** The output of a running program for people: all its streams combined, in order of arrival. */
export interface LiveOutput {
  /** A stream that passes everything on and also shows it. */
  shown(output: CapturedOutput): CapturedOutput;
  /** Stops showing output, since the program has ended and its result follows. */
  stop(): void;
}

/** Much more than is shown, so that a secret cut at its beginning is never in the shown part. */
const KEPT_BYTES = 16_384;
const SHOW_EVERY_MS = 100;

export function createLiveOutput({ progress }: Pick<ToolContext, 'progress'>): LiveOutput {
  const end = keepTail(KEPT_BYTES);
  const show = throttle(SHOW_EVERY_MS, () => {
    // The last character may be incomplete.
    const text = end.text().replace(/\uFFFD$/, '');
    progress({ text: afterReturns(text), partial: true });
  });
  return {
    shown: (output) => ({
      get bytes() {
        return output.bytes;
      },
      push(chunk) {
        output.push(chunk);
        end.push(chunk);
        show.ask();
      },
      text: () => output.text(),
    }),
    stop: () => show.stop(),
  };
}

/** The text as a terminal shows it, for lines that overwrite themselves, such as `10 %\r20 %\r`. */
function afterReturns(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      const written = line.replace(/\r+$/, '');
      return written.slice(written.lastIndexOf('\r') + 1);
    })
    .join('\n');
}
