import { basename, joined, type Inner } from './inner.ts';
import { innerCommand, knowledgeOf, VARIABLE, type SimpleCommand } from './line.ts';
import { isWrapper } from '../programs/index.ts';
import { isListed, type Wrapper } from '../programs/program.ts';
import { scan, type OwnWords, type Scan } from './wrapper-words.ts';

/** What `xargs` runs: its arguments, followed by unknown words from its input. */
export function unwrapXargs(command: SimpleCommand, own: OwnWords): Inner[] {
  const found = scan(command, 1, own);
  const { at } = found;
  const to = command.words.length;
  if (at >= to) return [];
  const base = innerCommand(command, at, to, 'xargs');
  const mark = replacement(command, found, own);
  const given = mark === undefined ? withUnseen(base) : replacing(base, mark);
  return [{ type: 'command', command: given, at, to }];
}

/** A command in which unknown text takes the place of `mark`. */
function replacing(
  command: SimpleCommand,
  mark: string,
  isReplaced = (word: string): boolean => word.includes(mark),
): SimpleCommand {
  const { words } = command;
  return {
    ...command,
    knowledge: words.map((word, at) => (isReplaced(word) ? VARIABLE : knowledgeOf(command, at))),
    leads: words.map((word, at) => {
      const lead = command.leads?.[at] ?? word;
      return isReplaced(word) && lead.includes(mark) ? lead.slice(0, lead.indexOf(mark)) : lead;
    }),
  };
}

/** A command to which unknown words are appended. */
function withUnseen(command: SimpleCommand): SimpleCommand {
  const { words, leads = words } = command;
  // One per input line; a wrapper may consume the first ones itself.
  const count = isWrapper(basename(words[0] ?? '')) ? WRAPPED_WORDS : 1;
  const unseen = Array.from({ length: count }, () => '');
  const knowledge = [...words, ...unseen].map((_, at) =>
    at < words.length ? knowledgeOf(command, at) : VARIABLE,
  );
  return { ...command, words: [...words, ...unseen], knowledge, leads: [...leads, ...unseen] };
}

/**
 * What `parallel` runs: its arguments as a script, and unknown words from its input in the place of `{}` and
 * similar, quoted in a way that depends on the content.
 */
export function unwrapParallel(command: SimpleCommand, own: OwnWords): Inner[] {
  const found = scan(command, 1, own);
  const input = command.words.findIndex((word, at) => at >= found.at && word.startsWith(':::'));
  const to = input < 0 ? command.words.length : input;
  const [first] = joined(innerCommand(command, 0, to, 'parallel'), found.at);
  // Without a command, each input line is a command.
  if (first?.type !== 'script') return [{ type: 'stdin' }];
  const text = `${first.text}${' "$HITL_INPUT"'.repeat(WRAPPED_WORDS)}`;
  const isFixed = first.static && !first.text.includes('{');
  return [{ ...first, text, static: isFixed, to: command.words.length, open: true }];
}

/** More words than any wrapper takes before its command. */
const WRAPPED_WORDS = 4;

/** What `xargs -I` replaces by input lines. */
function replacement(
  command: SimpleCommand,
  found: Scan,
  { values }: OwnWords,
): string | undefined {
  for (const at of found.options) {
    const word = command.words[at] ?? '';
    if (word.startsWith('--')) {
      const equals = word.indexOf('=');
      const name = equals < 0 ? word : word.slice(0, equals);
      if (name.length < 3 || !'--replace'.startsWith(name)) continue;
      return equals < 0 ? '{}' : word.slice(equals + 1);
    }
    for (let index = 1; index < word.length; index += 1) {
      const letter = word[index] ?? '';
      const rest = word.slice(index + 1);
      if (letter === 'I') return rest === '' ? (command.words[at + 1] ?? '{}') : rest;
      if (letter === 'i') return rest === '' ? '{}' : rest;
      // Values of these options are in the same word, if present.
      if (isListed(values, `-${letter}`) || letter === 'l' || letter === 'e') break;
    }
  }
  return undefined;
}

/** The commands after `-exec` and similar, with `{}` as a word known only at run time. */
export function actions(
  command: SimpleCommand,
  program: string,
  { actions: names, feeds }: Wrapper,
): Inner[] {
  const { words } = command;
  const inners: Inner[] = [];
  for (let at = 1; at < words.length; at += 1) {
    if (!isListed(names, words[at] ?? '')) continue;
    let end = at + 1;
    while (
      end < words.length &&
      words[end] !== ';' &&
      !(words[end] === '+' && words[end - 1] === '{}')
    )
      end += 1;
    if (end === at + 1) continue;
    const base = innerCommand(command, at + 1, end, program);
    const appends = feeds === true && !base.words.some(isPlaceholder);
    const given = appends ? withUnseen(base) : replacing(base, '{', isPlaceholder);
    inners.push({ type: 'command', command: given, at: at + 1, to: end });
    at = end;
  }
  return inners;
}

/** `{}`, and what some programs have besides: `{.}`, `{/}`. */
function isPlaceholder(word: string): boolean {
  return word.includes('{') && word.includes('}');
}
