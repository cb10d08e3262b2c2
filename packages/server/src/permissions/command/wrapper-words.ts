import { isStatic, script, type Inner } from './inner.ts';
import type { SimpleCommand } from './line.ts';
import type { WrapperOptions } from './wrappers.ts';

/** The words of a wrapper's own. */
export interface Scan {
  /** Where the wrapped command begins; the number of words if there is none. */
  readonly at: number;
  /** Where the options of the wrapper stand, values not among them. */
  readonly options: readonly number[];
  readonly operands: readonly number[];
}

/** Skips the words of a wrapper's own, from `from` on. */
export function scan(command: SimpleCommand, from: number, spec: WrapperOptions): Scan {
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
      if (takesNext(word, spec)) at += 1;
    } else if (spec.assignments === true && /^[A-Za-z_][A-Za-z0-9_]*=/.test(word)) {
      continue;
    } else if (operands.length < (spec.operands ?? 0)) {
      operands.push(at);
    } else break;
  }
  return { at: Math.min(at, words.length), options, operands };
}

function takesNext(word: string, spec: WrapperOptions): boolean {
  if (word.startsWith('--')) {
    return !word.includes('=') && (spec.longValues ?? []).includes(word.slice(2));
  }
  // In a cluster the first letter that takes a value takes the rest of the word, or the next one.
  for (let index = 1; index < word.length; index += 1) {
    if (spec.values?.includes(word[index] ?? '') === true) return index === word.length - 1;
  }
  return false;
}

/** The scripts given as values of options: `su -c 'script'`, `--command=script`. */
export function optionScripts(command: SimpleCommand, found: Scan, spec: WrapperOptions): Inner[] {
  const inners: Inner[] = [];
  const { words } = command;
  const positions = [...found.options];
  // `su user -c script`: options may also stand behind operands.
  if (spec.scripts !== undefined) {
    for (let at = found.at; at < words.length; at += 1) {
      if (spec.scripts.includes(words[at] ?? '')) positions.push(at);
    }
  }
  for (const at of positions) {
    const word = words[at] ?? '';
    for (const option of spec.scripts ?? []) {
      if (word === option) {
        if (at + 1 < words.length) inners.push(script(command, at + 1));
      } else if (option.startsWith('--') ? word.startsWith(`${option}=`) : isGlued(word, option)) {
        const text = option.startsWith('--') ? word.slice(option.length + 1) : word.slice(2);
        inners.push({ type: 'script', text, static: isStatic(command, at), at, to: at + 1 });
      } else if (
        /^-[A-Za-z]+$/.test(word) &&
        word.endsWith(option.slice(1)) &&
        option.length === 2
      ) {
        if (at + 1 < words.length) inners.push(script(command, at + 1));
      }
    }
  }
  return inners;
}

function isGlued(word: string, option: string): boolean {
  return word.startsWith(option) && word.length > option.length;
}
