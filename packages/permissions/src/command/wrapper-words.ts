import { script } from './inner.ts';
import type { SimpleCommand } from './line.ts';
import { isListed, type Program, type Wrapper } from '../programs/program.ts';

/** The words that belong to a wrapper itself. */
export interface Scan {
  /** The index where the wrapped command begins; the number of words if there is none. */
  readonly at: number;
  /** The indexes of the wrapper's options, without their values. */
  readonly options: readonly number[];
  readonly operands: readonly number[];
}

/**
 * Skips the words that belong to the wrapper, starting at `from`. `abbreviated`: GNU programs accept any
 * prefix of a long option, so a prefix of one with a value takes the next word too.
 */
export function scan(
  command: SimpleCommand,
  from: number,
  spec: OwnWords,
  abbreviated = false,
): Scan {
  const { words } = command;
  const options: number[] = [];
  const operands: number[] = [];
  let at = from;
  let open = true;
  for (; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (open && word === '--') {
      options.push(at);
      open = false;
    } else if (open && word.startsWith('-') && word.length > 1) {
      options.push(at);
      if (takesNext(word, spec, abbreviated)) at += 1;
    } else if (spec.assignments === true && /^[A-Za-z_][A-Za-z0-9_]*=/.test(word)) {
      continue;
    } else if (operands.length < (spec.operands ?? 0)) {
      operands.push(at);
    } else break;
  }
  return { at: Math.min(at, words.length), options, operands };
}

function takesNext(word: string, { values }: OwnWords, abbreviated: boolean): boolean {
  if (isListed(values, word)) return true;
  if (word.startsWith('--')) {
    if (word.includes('=')) return false;
    return abbreviated && abbreviates(word, values);
  }
  // In a cluster, the first letter that takes a value takes the rest of the word, or the next word.
  for (let index = 1; index < word.length; index += 1) {
    if (isListed(values, `-${word[index] ?? ''}`)) return index === word.length - 1;
  }
  return false;
}

/** How the words of the wrapper itself are read. */
export interface OwnWords extends Wrapper {
  /** All options that take the next word. */
  readonly values: string;
}

/** How the words of a program before the command that it runs are read. */
export function ownWords(program: Program, wraps: Wrapper): OwnWords {
  const { values = '', longValues = '', valueOptions = '' } = program;
  const letters = values.replaceAll(/./g, '-$& ');
  return {
    ...wraps,
    values: `${valueOptions} ${wraps.valueOptions ?? ''} ${letters} ${longValues}`,
  };
}

/** Whether a word is a proper prefix of a long option that takes a value. */
export function abbreviates(word: string, values: string): boolean {
  if (!word.startsWith('--') || word.length < 3 || isListed(values, word)) return false;
  return values.split(/\s+/).some((option) => option.startsWith(word));
}

/** The scripts passed as option values: `su -c 'script'`, `--command=script`. */
export function optionScripts(
  command: SimpleCommand,
  found: Scan,
  spec: OwnWords,
): ReturnType<typeof script>[] {
  const inners: ReturnType<typeof script>[] = [];
  const { words } = command;
  const positions = [...found.options];
  // `su user -c script`: options may come after operands.
  for (let at = found.at; at < words.length; at += 1) {
    if (isListed(spec.scripts, words[at] ?? '')) positions.push(at);
  }
  for (const at of positions) {
    const word = words[at] ?? '';
    const glued = gluedScript(word, spec);
    if (glued === '') {
      if (at + 1 < words.length) inners.push(script(command, at + 1));
    } else if (glued !== undefined) inners.push(script(command, at, glued));
  }
  return inners;
}

/**
 * The script in the same word as its option: `-c'script'`, `--command=script`, also at the end of a cluster
 * or after the prefix of a long name. Empty: the script is the next word.
 */
function gluedScript(word: string, { scripts = '', values }: OwnWords): string | undefined {
  if (word.startsWith('--')) {
    const equals = word.indexOf('=');
    const name = equals < 0 ? word : word.slice(0, equals);
    if (name.length < 3 || !scripts.split(/\s+/).some((option) => option.startsWith(name)))
      return undefined;
    return equals < 0 ? '' : word.slice(equals + 1);
  }
  for (let index = 1; index < word.length; index += 1) {
    const letter = word[index] ?? '';
    if (isListed(scripts, `-${letter}`)) return word.slice(index + 1);
    if (isListed(values, `-${letter}`)) return undefined;
  }
  return undefined;
}
