import { basename, NOTHING, type Inner, type Unwrapped } from './inner.ts';
import { innerCommand, STATIC, VARIABLE, type SimpleCommand } from './line.ts';
import { scan, type Scan } from './wrapper-words.ts';
import { OPAQUE, TRANSPARENT } from './wrappers.ts';

/** What `xargs` runs: its words, and words from its input that nobody has seen. */
export function unwrapXargs(command: SimpleCommand): Unwrapped {
  const spec = OPAQUE.get('xargs') ?? {};
  const found = scan(command, 1, spec);
  if (found.at >= command.words.length) return NOTHING;
  const replaced = replacement(command, found);
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
  if (replaced === undefined) {
    // As many as there are lines; a wrapper may take the first ones for itself.
    const program = basename(words[0] ?? '');
    const count = TRANSPARENT.has(program) || OPAQUE.has(program) ? WRAPPED_WORDS : 1;
    for (let added = 0; added < count; added += 1) {
      words.push('');
      knowledge.push(VARIABLE);
      leads.push('');
    }
  }
  return {
    inners: [{ type: 'command', command: { ...base, words, knowledge, leads }, at }],
    transparent: false,
  };
}

/** More words than any wrapper takes before the command that it runs. */
const WRAPPED_WORDS = 4;

/** What `xargs -I` replaces by lines of its input. */
function replacement(command: SimpleCommand, found: Scan): string | undefined {
  const { values = '' } = OPAQUE.get('xargs') ?? {};
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
      // Their values, if any, are glued to them.
      if (values.includes(letter) || letter === 'l' || letter === 'e') break;
    }
  }
  return undefined;
}

/** The commands after `-exec` and its like, with `{}` as what is only known later. */
export function actions(
  command: SimpleCommand,
  program: string,
  names: ReadonlySet<string>,
): Inner[] {
  const { words } = command;
  const inners: Inner[] = [];
  for (let at = 1; at < words.length; at += 1) {
    if (!names.has(words[at] ?? '')) continue;
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
    inners.push({ type: 'command', command: { ...base, knowledge, leads }, at: at + 1 });
    at = end;
  }
  return inners;
}
