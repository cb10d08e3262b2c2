import { innerCommand, knowledgeOf, STATIC, VARIABLE, type SimpleCommand } from './line.ts';
import {
  FD_ACTIONS,
  FIND_ACTIONS,
  OPAQUE,
  SHELLS,
  TRANSPARENT,
  type WrapperOptions,
} from './wrappers.ts';

/** What a wrapper runs. */
export type Inner =
  | {
      readonly type: 'command';
      readonly command: SimpleCommand;
      /** Where its words begin in the wrapper. */
      readonly at: number;
    }
  | {
      readonly type: 'script';
      readonly text: string;
      readonly static: boolean;
      /** The words of the wrapper that it is made of, `[at, to)`. */
      readonly at: number;
      readonly to: number;
    }
  /** A shell that reads its script from its input. */
  | { readonly type: 'stdin' }
  /** A file or device whose content is run. */
  | { readonly type: 'source'; readonly at: number };

/** What a program of a wrapper's name runs. */
export interface Unwrapped {
  readonly inners: readonly Inner[];
  /** Whether a rule for the inner command may stand for all of this. */
  readonly transparent: boolean;
}

const NOTHING: Unwrapped = { inners: [], transparent: false };

/** The last part of a path, with which a program is known. */
export function basename(word: string): string {
  const slash = word.lastIndexOf('/');
  return slash < 0 ? word : word.slice(slash + 1);
}

/** Programs that `unwrap` knows. */
export function isWrapper(program: string): boolean {
  return WRAPPERS.has(program);
}

const WRAPPERS: ReadonlySet<string> = new Set([
  ...TRANSPARENT.keys(),
  ...OPAQUE.keys(),
  ...SHELLS,
  'eval',
  'trap',
  'find',
  'fd',
  'fdfind',
  'source',
  '.',
  'alias',
]);

/**
 * What a command runs besides itself, or `undefined` when its program is no wrapper. A wrapper with
 * no command behind it gives no inners.
 */
export function unwrap(command: SimpleCommand, program: string): Unwrapped | undefined {
  if (!WRAPPERS.has(program)) return undefined;
  if (SHELLS.has(program)) return unwrapShell(command, program);
  const transparent = TRANSPARENT.get(program);
  if (transparent !== undefined) return unwrapTransparent(command, program, transparent);
  switch (program) {
    case 'eval':
      return { inners: joined(command, 1), transparent: false };
    case 'trap':
      return { inners: command.words.length > 2 ? [script(command, 1)] : [], transparent: false };
    case 'alias':
      return { inners: aliases(command), transparent: false };
    case 'source':
    case '.':
      return {
        inners: command.words.length > 1 ? [{ type: 'source', at: 1 }] : [],
        transparent: false,
      };
    case 'find':
      return { inners: actions(command, program, FIND_ACTIONS), transparent: false };
    case 'fd':
    case 'fdfind':
      return { inners: actions(command, program, FD_ACTIONS), transparent: false };
    case 'git':
      return unwrapGit(command);
    case 'xargs':
      return unwrapXargs(command);
    default: {
      const options = OPAQUE.get(program);
      return options === undefined ? undefined : unwrapOpaque(command, program, options);
    }
  }
}

interface Scan {
  /** Where the wrapped command begins; the number of words if there is none. */
  readonly at: number;
  /** Where the options of the wrapper stand, values not among them. */
  readonly options: readonly number[];
  readonly operands: readonly number[];
}

/** Skips the words of a wrapper's own, from `from` on. */
function scan(command: SimpleCommand, from: number, spec: WrapperOptions): Scan {
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

function unwrapTransparent(
  command: SimpleCommand,
  program: string,
  spec: WrapperOptions & { readonly options: RegExp },
): Unwrapped {
  const { words } = command;
  if (spec.lookups?.includes(words[1] ?? '') === true) return NOTHING;
  const found = scan(command, 1, spec);
  const scripts = optionScripts(command, found, spec);
  if (scripts.length > 0) {
    // What follows is appended to the words of the string: `env -S 'sh -c' 'script'`.
    const [first] = scripts;
    const tail = words.slice(found.at).map(quoted).join(' ');
    if (first?.type !== 'script') return { inners: scripts, transparent: false };
    return {
      inners: [{ ...first, text: `${first.text} ${tail}`, to: words.length }],
      transparent: false,
    };
  }
  if (found.at >= words.length) return NOTHING;
  const own = [...Array(found.at).keys()].slice(1);
  const transparent =
    own.every((index) => knowledgeOf(command, index) === STATIC) &&
    found.options.every((index) => spec.options.test(words[index] ?? ''));
  return { inners: [inner(command, found.at, program)], transparent };
}

function unwrapOpaque(
  command: SimpleCommand,
  program: string,
  spec: WrapperOptions,
): Unwrapped | undefined {
  const { words } = command;
  let from = 1;
  if (spec.subcommands !== undefined) {
    // Global options may stand before the subcommand, and `compose` between.
    from = scan(command, 1, { ...spec, operands: 0 }).at;
    if (words[from] === 'compose') from = scan(command, from + 1, { ...spec, operands: 0 }).at;
    if (!spec.subcommands.includes(words[from] ?? '')) return undefined;
    from += 1;
  }
  const found = scan(command, from, spec);
  const scripts = optionScripts(command, found, spec);
  if (scripts.length > 0) return { inners: scripts, transparent: false };
  if (program === 'su' || program === 'runuser')
    return { inners: suCommand(command, found), transparent: false };
  // After the operand of `kubectl exec POD -- cmd` come options again.
  const at = words[found.at] === '--' ? found.at + 1 : found.at;
  if (at >= words.length) {
    if (
      program === 'sudo' &&
      found.options.some((index) => SHELL_OPTION.test(words[index] ?? ''))
    ) {
      return { inners: [{ type: 'stdin' }], transparent: false };
    }
    const operand = spec.operandRuns === true ? found.operands[0] : undefined;
    return operand === undefined
      ? NOTHING
      : { inners: [inner(command, operand, program)], transparent: false };
  }
  if (spec.joins === true) return { inners: joined(command, at), transparent: false };
  return { inners: [inner(command, at, program)], transparent: false };
}

/** `sudo -s`, `sudo -i`: a shell that waits for input. */
const SHELL_OPTION = /^(?:-[A-Za-z]*[si]|--shell|--login)$/;

/** The scripts given as values of options: `su -c 'script'`, `--command=script`. */
function optionScripts(command: SimpleCommand, found: Scan, spec: WrapperOptions): Inner[] {
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

/** `runuser -u user -- command`; without a command it is a shell. */
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

function unwrapShell(command: SimpleCommand, program: string): Unwrapped {
  const { words } = command;
  let takesScript = false;
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
        return { inners: [{ type: 'stdin' }], transparent: false };
      if (/[oO]$/.test(word)) at += 1;
    } else if (word.startsWith('--')) {
      if (word === '--rcfile' || word === '--init-file') at += 1;
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
      return { inners: [{ type: 'stdin' }], transparent: false };
    }
    return { inners: [{ type: 'source', at }], transparent: false };
  }
  if (at >= words.length) return NOTHING;
  const plain = words.length === 3 && (words[1] === '-c' || words[1] === '-lc');
  const posix = program !== 'fish' && program !== 'csh' && program !== 'tcsh';
  const only = script(command, at);
  return { inners: [only], transparent: plain && posix && only.static };
}

function unwrapXargs(command: SimpleCommand): Unwrapped {
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
    words.push('');
    knowledge.push(VARIABLE);
    leads.push('');
  }
  return {
    inners: [{ type: 'command', command: { ...base, words, knowledge, leads }, at }],
    transparent: false,
  };
}

/** What `xargs -I` replaces by lines of its input. */
function replacement(command: SimpleCommand, found: Scan): string | undefined {
  for (const at of found.options) {
    const word = command.words[at] ?? '';
    if (word === '-I') return command.words[at + 1] ?? '{}';
    if (word.startsWith('-I')) return word.slice(2);
    if (word === '-i' || word === '--replace') return '{}';
    if (word.startsWith('--replace=')) return word.slice('--replace='.length);
    if (/^-i./.test(word)) return word.slice(2);
  }
  return undefined;
}

/** The commands after `-exec` and its like, with `{}` as what is only known later. */
function actions(command: SimpleCommand, program: string, names: ReadonlySet<string>): Inner[] {
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

/** Subcommands of git that run other programs. */
function unwrapGit(command: SimpleCommand): Unwrapped | undefined {
  const { words } = command;
  const at = scan(command, 1, OPAQUE.get('git') ?? {}).at;
  const inners: Inner[] = [];
  if (words[at] === 'bisect' && words[at + 1] === 'run') {
    if (at + 2 < words.length) inners.push(inner(command, at + 2, 'git'));
  } else if (words[at] === 'submodule') {
    const each = words.indexOf('foreach', at);
    const first =
      each < 0 ? -1 : words.findIndex((word, index) => index > each && !word.startsWith('-'));
    if (first > 0) inners.push(...joined(command, first));
  } else if (words[at] === 'rebase') {
    for (let index = at + 1; index < words.length; index += 1) {
      const word = words[index] ?? '';
      if ((word === '-x' || word === '--exec') && index + 1 < words.length)
        inners.push(script(command, index + 1));
      else if (word.startsWith('--exec='))
        inners.push({
          type: 'script',
          text: word.slice(7),
          static: isStatic(command, index),
          at: index,
          to: index + 1,
        });
    }
  }
  return inners.length === 0 ? undefined : { inners, transparent: false };
}

/** `alias name='script'`: whoever calls it runs the script. */
function aliases(command: SimpleCommand): Inner[] {
  const inners: Inner[] = [];
  for (const [at, word] of command.words.entries()) {
    const equals = word.indexOf('=');
    if (at === 0 || equals <= 0) continue;
    inners.push({
      type: 'script',
      text: word.slice(equals + 1),
      static: isStatic(command, at),
      at,
      to: at + 1,
    });
  }
  return inners;
}

function inner(command: SimpleCommand, at: number, program: string): Inner {
  return { type: 'command', command: innerCommand(command, at, command.words.length, program), at };
}

function script(command: SimpleCommand, at: number): Inner & { readonly type: 'script' } {
  const text = command.words[at] ?? '';
  return { type: 'script', text, static: isStatic(command, at), at, to: at + 1 };
}

function isStatic(command: SimpleCommand, at: number): boolean {
  return knowledgeOf(command, at) === STATIC;
}

/** The words from `from` on, joined the way `eval` and `ssh` do. */
function joined(command: SimpleCommand, from: number): Inner[] {
  if (from >= command.words.length) return [];
  let fixed = true;
  for (let index = from; index < command.words.length; index += 1) {
    fixed &&= knowledgeOf(command, index) === STATIC;
  }
  return [
    {
      type: 'script',
      text: command.words.slice(from).join(' '),
      static: fixed,
      at: from,
      to: command.words.length,
    },
  ];
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
