import { NOTHING, script, type Inner, type Unwrapped } from './inner.ts';
import type { SimpleCommand } from './line.ts';

/** What a shell runs: the script behind `-c`, a file, or what comes from its input. */
export function unwrapShell(command: SimpleCommand, program: string): Unwrapped {
  const { words } = command;
  let takesScript = false;
  /** Files that an interactive shell runs first. */
  const first: Inner[] = [];
  let at = 1;
  for (; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === '--' || word === '-') {
      at += 1;
      break;
    }
    if (/^[-+][A-Za-z]+$/.test(word)) {
      if (word.startsWith('-') && word.includes('c')) takesScript = true;
      if (word.startsWith('-') && word.includes('s') && !word.includes('c'))
        return { inners: [...first, { type: 'stdin' }], transparent: false };
      if (/[oO]$/.test(word)) at += 1;
    } else if (word.startsWith('--')) {
      if (word === '--rcfile' || word === '--init-file') {
        at += 1;
        if (at < words.length) first.push({ type: 'source', at });
      }
    } else break;
  }
  if (!takesScript) {
    const file = words[at];
    if (
      file === undefined ||
      file === '/dev/stdin' ||
      file === '/dev/fd/0' ||
      file === '/proc/self/fd/0'
    ) {
      return { inners: [...first, { type: 'stdin' }], transparent: false };
    }
    return { inners: [...first, { type: 'source', at }], transparent: false };
  }
  if (at >= words.length)
    return first.length === 0 ? NOTHING : { inners: first, transparent: false };
  const plain = words.length === 3 && (words[1] === '-c' || words[1] === '-lc');
  const posix = program !== 'fish' && program !== 'csh' && program !== 'tcsh';
  const only = script(command, at);
  return { inners: [...first, only], transparent: plain && posix && only.static };
}
