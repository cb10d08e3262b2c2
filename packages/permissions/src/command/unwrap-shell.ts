import { opaque, script, type Inner, type Unwrapped } from './inner.ts';
import { LONG_OPTIONS, STARTUP_OPTIONS } from '../programs/shells.ts';
import type { SimpleCommand } from './line.ts';
import { namesInput } from './options/read-option.ts';

/** What a shell runs: the script after `-c`, a file, or its standard input. */
export function unwrapShell(command: SimpleCommand, foreign: boolean): Unwrapped {
  const { words } = command;
  /** Files that an interactive shell runs first. */
  const startup: Inner[] = [];
  let takesScript = false;
  let at = 1;
  for (; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === '--' || word === '-') {
      at += 1;
      break;
    }
    if (!/^[-+]./.test(word)) break;
    // bash accepts its long options with one dash as well.
    const long = word.replace(/^--?/, '');
    if (STARTUP_OPTIONS.has(long)) {
      at += 1;
      if (at < words.length) startup.push({ type: 'source', at });
    } else if (!word.startsWith('--') && !LONG_OPTIONS.has(long)) {
      if (word.startsWith('-') && word.includes('c')) takesScript = true;
      if (word.startsWith('-') && word.includes('s') && !word.includes('c'))
        return opaque([...startup, { type: 'stdin' }]);
      // Each of them takes a separate word, wherever it is in the cluster.
      at += word.match(/[oO]/g)?.length ?? 0;
    }
  }
  if (!takesScript) {
    const input = at >= words.length || namesInput(words[at] ?? '');
    return opaque([...startup, input ? { type: 'stdin' } : { type: 'source', at }]);
  }
  if (at >= words.length) return opaque(startup);
  const plain = words.length === 3 && (words[1] === '-c' || words[1] === '-lc');
  const only = script(command, at);
  return { inners: [...startup, only], transparent: plain && !foreign && only.static };
}
