import { basename, joined, NOTHING, type Inner, type Unwrapped } from './inner.ts';
import { innerCommand, STATIC, VARIABLE, type Knowledge, type SimpleCommand } from './line.ts';
import { isWrapper } from '../programs/index.ts';
import { isListed, type Wrapper } from '../programs/program.ts';
import { scan, type OwnWords, type Scan } from './wrapper-words.ts';

/** What `xargs` runs: its arguments, followed by unknown words from its input. */
export function unwrapXargs(command: SimpleCommand, own: OwnWords): Unwrapped {
  const found = scan(command, 1, own);
  if (found.at >= command.words.length) return NOTHING;
  const replaced = replacement(command, found, own);
  const at = found.at;
  const base = innerCommand(command, at, command.words.length, 'xargs');
  const knowledge = base.words.map((word, index) =>
    replaced !== undefined && word.includes(replaced)
      ? VARIABLE
      : (base.knowledge?.[index] ?? STATIC),
  );
  const leads = base.words.map((word, index) =>
    replaced !== undefined && word.includes(replaced)
      ? word.slice(0, word.indexOf(replaced))
      : (base.leads?.[index] ?? word),
  );
  const words = [...base.words];
  const replacing = { ...base, words, knowledge, leads };
  return {
    inners: [
      { type: 'command', command: replaced === undefined ? withUnseen(replacing) : replacing, at },
    ],
    transparent: false,
  };
}

/** A command to which unknown words are appended. */
function withUnseen(command: SimpleCommand): SimpleCommand {
  // One per input line; a wrapper may consume the first ones itself.
  const program = basename(command.words[0] ?? '');
  const count = isWrapper(program) ? WRAPPED_WORDS : 1;
  const unseen = Array.from({ length: count }, () => '');
  return {
    ...command,
    words: [...command.words, ...unseen],
    knowledge: [
      ...command.words.map((_, index) => command.knowledge?.[index] ?? STATIC),
      ...unseen.map((): Knowledge => VARIABLE),
    ],
    leads: [...command.words.map((word, index) => command.leads?.[index] ?? word), ...unseen],
  };
}

/**
 * What `parallel` runs: its arguments as a script, and unknown words from its input in the place of `{}` and
 * similar, quoted in a way that depends on the content.
 */
export function unwrapParallel(command: SimpleCommand, own: OwnWords): Unwrapped {
  const found = scan(command, 1, own);
  const input = command.words.findIndex((word, at) => at >= found.at && word.startsWith(':::'));
  const to = input < 0 ? command.words.length : input;
  const [first] = joined(innerCommand(command, 0, to, 'parallel'), found.at);
  // Without a command, each input line is a command.
  if (first?.type !== 'script') return { inners: [{ type: 'stdin' }], transparent: false };
  const text = `${first.text}${' "$HITL_INPUT"'.repeat(WRAPPED_WORDS)}`;
  const isFixed = first.static && !first.text.includes('{');
  const given = { ...first, text, static: isFixed, to: command.words.length, open: true } as const;
  return { inners: [given], transparent: false };
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
    const knowledge = base.words.map((word, index) =>
      word.includes('{') && word.includes('}') ? VARIABLE : (base.knowledge?.[index] ?? STATIC),
    );
    const leads = base.words.map((word) => word.split('{')[0] ?? '');
    const replacing = { ...base, knowledge, leads };
    const given =
      knowledge.includes(VARIABLE) || feeds !== true ? replacing : withUnseen(replacing);
    inners.push({ type: 'command', command: given, at: at + 1, to: end });
    at = end;
  }
  return inners;
}
