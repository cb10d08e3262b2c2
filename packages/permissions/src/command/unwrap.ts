import { basename, inner, joined, opaque, script, type Inner, type Unwrapped } from './inner.ts';
import { knowledgeOf, STATIC, type SimpleCommand } from './line.ts';
import { actions, unwrapParallel, unwrapXargs } from './unwrap-lists.ts';
import { unwrapShell } from './unwrap-shell.ts';
import { programOf } from '../programs/index.ts';
import { GIT_SCRIPT } from '../programs/git.ts';
import { isListed } from '../programs/program.ts';
import {
  abbreviates,
  optionScripts,
  ownWords,
  scan,
  type OwnWords,
  type Scan,
} from './wrapper-words.ts';

/**
 * The commands that a command runs, or `undefined` when its program is not a wrapper. A wrapper without a
 * command returns no inner commands.
 */
export function unwrap(command: SimpleCommand, name: string): Unwrapped | undefined {
  const program = programOf(name);
  const wraps = program?.wraps;
  if (program === undefined || wraps === undefined) return undefined;
  // A builtin that takes no options skips `--`.
  const at = command.words[1] === '--' ? 2 : 1;
  switch (wraps.form) {
    case 'shell':
      return unwrapShell(command, wraps.foreign === true);
    case 'eval':
      return opaque(joined(command, at));
    case 'trap':
      return opaque(command.words.length > at + 1 ? [script(command, at)] : []);
    case 'alias':
      return opaque(aliases(command));
    case 'source':
      return opaque(command.words.length > at ? [{ type: 'source', at }] : []);
    case 'actions':
      return opaque(actions(command, name, wraps));
    case 'git':
      return unwrapGit(command, ownWords(program, wraps));
    case 'xargs':
      return opaque(unwrapXargs(command, ownWords(program, wraps)));
    case 'parallel':
      return opaque(unwrapParallel(command, ownWords(program, wraps)));
    case 'su':
    case undefined: {
      const own = ownWords(program, wraps);
      const read = wraps.transparent === undefined ? unwrapOpaque : unwrapTransparent;
      const plain = read(command, name, own, false);
      if (!command.words.some((word) => abbreviates(word, own.values))) return plain;
      // Where a long option may be the prefix of another, both readings are returned.
      return opaque([...(plain?.inners ?? []), ...(read(command, name, own, true)?.inners ?? [])]);
    }
  }
}

function unwrapTransparent(
  command: SimpleCommand,
  program: string,
  spec: OwnWords,
  abbreviated: boolean,
): Unwrapped {
  const { words } = command;
  if (isListed(spec.lookups, words[1] ?? '')) return opaque([]);
  const found = scan(command, 1, spec, abbreviated);
  // Options behind the command are its own: `env curl -S address`.
  const [first] = optionScripts(command, { ...found, at: words.length }, spec);
  if (first !== undefined) {
    // The following words are appended to the words of the string: `env -S 'sh -c' 'script'`.
    const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
    // The string may begin with further options.
    const again = /^\s*-/.test(first.text) ? [program] : [];
    const text = [...again, first.text, ...words.slice(first.to).map(quoted)].join(' ');
    // Escapes in the string are not those of a shell: `\_` is a space.
    const escapes = first.text.includes('\\');
    const all = joined(command, first.at);
    return opaque(all.map((each) => ({ ...each, text, static: each.static && !escapes })));
  }
  if (found.at >= words.length) return opaque([]);
  const own = [...Array(found.at).keys()].slice(1);
  const transparent =
    own.every((index) => knowledgeOf(command, index) === STATIC) &&
    found.options.every((index) => spec.transparent?.test(words[index] ?? '') === true);
  return { inners: [inner(command, found.at, program)], transparent };
}

function unwrapOpaque(
  command: SimpleCommand,
  program: string,
  spec: OwnWords,
  abbreviated: boolean,
): Unwrapped | undefined {
  const { words } = command;
  let from = 1;
  if (spec.subcommands !== undefined) {
    // Global options may come before the subcommand, and `compose` between them.
    from = scan(command, 1, { ...spec, operands: 0 }, abbreviated).at;
    if (words[from] === 'compose') from = scan(command, from + 1, { ...spec, operands: 0 }).at;
    if (!isListed(spec.subcommands, words[from] ?? '')) return undefined;
    from += 1;
  }
  const found = scan(command, from, spec, abbreviated);
  const scripts = optionScripts(command, found, spec);
  // The option may be one of the command: `flock file curl -c x`.
  const rest = spec.form === 'su' ? words.length : found.at;
  if (scripts.length > 0) return opaque([...scripts, ...joined(command, rest)]);
  if (spec.form === 'su') return opaque(suCommand(command, found));
  // After the operand of `kubectl exec POD -- cmd`, options may follow again.
  const at = words[found.at] === '--' ? found.at + 1 : found.at;
  if (at >= words.length) {
    const shell = found.options.some((index) => SHELL_OPTION.test(words[index] ?? ''));
    if (program === 'sudo' && shell) return INPUT;
    // `ssh host`, `chroot folder` and `docker run -i image` then start a shell, or something like it.
    const given = command.input === undefined ? [] : INPUT.inners;
    const operand = spec.operandRuns === true ? found.operands[0] : undefined;
    return opaque(operand === undefined ? given : [inner(command, operand, program), ...given]);
  }
  if (words[at] === '-') return INPUT;
  return opaque(spec.joins === true ? joined(command, at) : [inner(command, at, program)]);
}

/** It runs what it reads. */
const INPUT: Unwrapped = opaque([{ type: 'stdin' }]);

/** `sudo -s`, `sudo -i`: a shell that reads its input. */
const SHELL_OPTION = /^(?:-[A-Za-z]*[si]|--shell|--login)$/;

/** `runuser -u user -- command`; without a command it starts a shell. */
function suCommand(command: SimpleCommand, found: Scan): Inner[] {
  const dashes = command.words.indexOf('--');
  const at = dashes < 0 ? found.at : dashes + 1;
  if (
    at < command.words.length &&
    (dashes >= 0 || found.options.some((index) => command.words[index] === '-u'))
  ) {
    return [inner(command, at, basename(command.words[0] ?? ''))];
  }
  return [{ type: 'stdin' }];
}

/** Subcommands of git that run other programs. */
function unwrapGit(command: SimpleCommand, own: OwnWords): Unwrapped | undefined {
  const { words } = command;
  const at = scan(command, 1, own).at;
  const inners: Inner[] = [];
  if (words[at] === 'bisect' && words[at + 1] === 'run') {
    if (at + 2 < words.length) inners.push(inner(command, at + 2, 'git'));
  } else if (words[at] === 'submodule') {
    const each = words.indexOf('foreach', at);
    const first =
      each < 0 ? -1 : words.findIndex((word, index) => index > each && !word.startsWith('-'));
    if (first > 0) inners.push(...joined(command, first));
  }
  if (/^(?:rebase|difftool)$/.test(words[at] ?? '')) {
    const options = [...words.keys()].filter((index) => words[index]?.startsWith('-') === true);
    const spec = { ...own, scripts: '-x --exec --extcmd' };
    inners.push(...optionScripts(command, { at: words.length, options, operands: [] }, spec));
  }
  for (let index = 1; index < words.length; index += 1) {
    const both = words.slice(index - 1, index + 1).join(' ');
    const text = both.replace(GIT_SCRIPT, '');
    if (text !== both) inners.push(script(command, index, text));
  }
  return inners.length === 0 ? undefined : opaque(inners);
}

/** `alias name='script'`: calling the name runs the script. */
function aliases(command: SimpleCommand): Inner[] {
  return command.words.flatMap((word, at) => {
    const equals = word.indexOf('=');
    return at === 0 || equals <= 0 ? [] : [script(command, at, word.slice(equals + 1))];
  });
}
