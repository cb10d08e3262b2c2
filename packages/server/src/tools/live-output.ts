import type { ToolContext } from '../agents/tool.ts';
import { throttle } from '../base/throttle.ts';
import { keepTail, type CapturedOutput } from './captured-output.ts';

/** The output of a program as people see it while it runs: all its streams in one, as it came. */
export interface LiveOutput {
  /** The same stream, which people see too. */
  shown(output: CapturedOutput): CapturedOutput;
  /** The program has ended: its result takes the place of what was shown. */
  stop(): void;
}

/** Far more than is shown, so that a secret which is cut at its beginning is not in what is shown. */
const KEPT_BYTES = 16_384;
const SHOW_EVERY_MS = 100;

export function createLiveOutput({ progress }: Pick<ToolContext, 'progress'>): LiveOutput {
  const end = keepTail(KEPT_BYTES);
  const show = throttle(SHOW_EVERY_MS, () => {
    // The last character may not be there whole yet.
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

/** What a terminal would show of lines that programs write over and over, such as `10 %\r20 %\r`. */
function afterReturns(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      const written = line.replace(/\r+$/, '');
      return written.slice(written.lastIndexOf('\r') + 1);
    })
    .join('\n');
}
