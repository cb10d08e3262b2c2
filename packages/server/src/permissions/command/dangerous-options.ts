import { STATIC, knowledgeOf, mayBecomeOption, type SimpleCommand } from './line.ts';
import { isDangerousSedScript } from './sed.ts';

/** Options with which a program runs other programs or writes files, as data. */
interface DangerousOptions {
  /** Letters that are dangerous as `-x`, also inside a cluster. */
  readonly short?: string;
  /** Long options with their dashes. Unambiguous beginnings and `=value` count as well. */
  readonly long?: readonly string[];
  /** Beginnings of words. */
  readonly starts?: readonly string[];
}

const DANGEROUS: ReadonlyMap<string, DangerousOptions> = new Map<string, DangerousOptions>([
  [
    'git',
    {
      long: [
        '--output',
        '--ext-diff',
        '--textconv',
        '--upload-pack',
        '--receive-pack',
        '--config-env',
        '--open-files-in-pager',
        '--extcmd',
        '--exec',
      ],
      starts: [
        '--exec',
        '--tree-filter',
        '--index-filter',
        '--msg-filter',
        '--commit-filter',
        '--env-filter',
        '--parent-filter',
        '--tag-name-filter',
        '--setup',
      ],
    },
  ],
  ['find', { starts: ['-exec', '-ok', '-delete', '-fprint', '-fls'] }],
  ['rg', { long: ['--pre', '--hostname-bin'] }],
  ['sort', { short: 'o', long: ['--output', '--compress-program'] }],
  [
    'tar',
    {
      short: 'IF',
      long: [
        '--checkpoint-action',
        '--to-command',
        '--use-compress-program',
        '--info-script',
        '--new-volume-script',
        '--rsh-command',
        '--rmt-command',
      ],
    },
  ],
  ['sed', { short: 'if', long: ['--in-place', '--file'] }],
  ['man', { short: 'PH', long: ['--pager', '--html'] }],
  ['npm', { short: 'C', long: ['--script-shell', '--prefix', '--node-options'] }],
  [
    'curl',
    {
      short: 'oOKT',
      long: ['--output', '--remote-name', '--config', '--upload-file', '--output-dir'],
    },
  ],
  [
    'wget',
    {
      short: 'O',
      long: ['--output-document', '--output-file', '--use-askpass', '--post-file', '--body-file'],
    },
  ],
  ['rsync', { short: 'e', long: ['--rsh', '--rsync-path'] }],
  ['make', { short: 'fC', long: ['--eval', '--file', '--makefile', '--directory'] }],
  ['go', { starts: ['-exec', '--exec', '-toolexec', '--toolexec', '-vettool', '--vettool'] }],
  ['ssh', { short: 'oF' }],
]);
const SAME_AS: ReadonlyMap<string, string> = new Map([
  ['gsed', 'sed'],
  ['gtar', 'tar'],
  ['bsdtar', 'tar'],
  ['gmake', 'make'],
  ['gfind', 'find'],
  ['gsort', 'sort'],
]);

/** Subcommands of git whose own `-c` is no configuration. */
const GIT_OWN_C = new Set([
  'switch',
  'commit',
  'log',
  'show',
  'diff',
  'grep',
  'checkout',
  'branch',
]);

function optionsOf(program: string): DangerousOptions | undefined {
  return DANGEROUS.get(SAME_AS.get(program) ?? program);
}

/** Programs for which words that are no options may be scripts, options or settings as well. */
const NO_OPERANDS = new Set(['sed', 'gsed', 'tar', 'gtar', 'bsdtar', 'make', 'gmake']);

/** The words of a command that are dangerous options or, for such a program, may turn out to be. */
export function dangerousWords(command: SimpleCommand, program: string): number[] {
  const options = optionsOf(program);
  const found: number[] = [];
  if (options === undefined) return found;
  const { words } = command;
  const sedScripts = program.endsWith('sed') ? sedScriptWords(words) : undefined;
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (
      (knowledgeOf(command, at) !== STATIC &&
        (NO_OPERANDS.has(program) || mayBecomeOption(command, at))) ||
      isDangerous(word, options) ||
      (program === 'git' && isGitAction(words, at)) ||
      (program.endsWith('tar') && at === 1 && /^[A-Za-z]*[IF]/.test(word)) ||
      (sedScripts?.has(at) === true &&
        isDangerousSedScript(word.startsWith('-e') ? word.slice(2) : word))
    ) {
      found.push(at);
    }
  }
  return found;
}

function isDangerous(word: string, options: DangerousOptions): boolean {
  if (options.starts?.some((start) => word.startsWith(start)) === true) return true;
  if (word.startsWith('--')) {
    const equals = word.indexOf('=');
    const name = equals < 0 ? word : word.slice(0, equals);
    return name.length > 2 && (options.long ?? []).some((long) => isBeginning(name, long));
  }
  if (!word.startsWith('-')) return false;
  for (const letter of options.short ?? '') if (word.includes(letter, 1)) return true;
  return false;
}

/** GNU programs and git take any unambiguous beginning of a long option; at least two letters. */
function isBeginning(name: string, long: string): boolean {
  return name === long || (name.length >= 4 && long.startsWith(name));
}

/** `-c` sets what git runs, `grep -O` and `difftool -x` run it. */
function isGitAction(words: readonly string[], at: number): boolean {
  const word = words[at] ?? '';
  const subcommand = words.slice(1, at).find((other) => !other.startsWith('-'));
  if (word === '-c') return subcommand === undefined || !GIT_OWN_C.has(subcommand);
  if (word.startsWith('-O')) return subcommand === 'grep';
  return word.startsWith('-x') && subcommand === 'difftool';
}

/** Where the scripts of a `sed` stand: behind `-e`, else the first word that is no option. */
function sedScriptWords(words: readonly string[]): Set<number> {
  const scripts = new Set<number>();
  let first: number | undefined;
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === '--expression' || /^-[nErsuz]*e$/.test(word)) {
      at += 1;
      scripts.add(at);
    } else if (word.startsWith('--expression=') || /^-e./.test(word)) scripts.add(at);
    else if (word.startsWith('-') && word.length > 1) continue;
    else first ??= at;
  }
  if (scripts.size === 0 && first !== undefined) scripts.add(first);
  return scripts;
}
