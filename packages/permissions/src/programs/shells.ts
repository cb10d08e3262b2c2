import type { Program } from './program.ts';

/** The shell whose grammar the parser has. */
export const BASH = 'bash';

/** Shells whose command lines can be parsed, as far as they read them as bash does. */
const PARSED: ReadonlySet<string> = new Set([BASH, 'zsh', 'sh', 'dash', 'posix']);

/** Runs its text in the shell that it is called in, rather than in a new one. */
const SAME_SHELL: ReadonlySet<string> = new Set(['eval', 'trap', 'alias', 'source', '.']);

/** Whether the command lines of a shell can be parsed. Default bash. */
export function isParsed(shell: string = BASH): boolean {
  return PARSED.has(shell);
}

/** The shell that runs a script which a program was given; a program that is no shell runs `sh`. */
export function shellOfScript(program: string, around: string): string {
  const name = program.slice(program.lastIndexOf('/') + 1);
  return SAME_SHELL.has(name) ? around : name;
}

/** Shells with more syntax of their own than `sh`: every expansion may be another one there. */
export const RICHER: ReadonlySet<string> = new Set(['ksh', 'ksh93', 'mksh']);

/** Shells with another syntax altogether. */
export const OTHERS: ReadonlySet<string> = new Set(['fish', 'csh', 'tcsh']);

/**
 * Builtins of zsh that read some of their words as numbers, and so run a `$(…)` in an array index, even one
 * from a variable or in single quotes.
 */
export const CALCULATES: ReadonlySet<string> = new Set(
  `test [ printf print let return exit bye logout break continue shift typeset declare local export
  readonly integer float read getopts set unset eval trap wait kill ulimit limit sched history fc
  zparseopts strftime`.split(/\s+/),
);

/** Variables with a meaning of their own in zsh, such as `path` beside `PATH`. */
const TIED =
  '(?:(?:c|f|man|mail|module_)?path|argv|status|prompt|psvar|histchars|watch|options|aliases|functions|commands)';

/** A loop over one of them. */
export const LOOP: RegExp = new RegExp(String.raw`\b(?:for|select)\s+${TIED}\b`);
/** A word that sets one of them. */
const TIED_WORD = new RegExp(String.raw`^(?:-\w*)?${TIED}(?:\[|$)`);

/** Whether a builtin sets one of them; `print -v` may set any variable. */
export function setsTied({ words }: { readonly words: readonly string[] }): boolean {
  const sets = words.some((word) => /^(?:read|getopts|vared|printf)$/.test(word));
  const prints = words.includes('print') && words.some((word) => /^-\w*v/.test(word));
  return prints || (sets && words.some((word) => TIED_WORD.test(word)));
}

/** Variables of shells by which patterns match other files: hidden ones, or in another case. */
const PATTERN_VARIABLE = /^(?:GLOBIGNORE|BASHOPTS|SHELLOPTS|options)$/;
/** Options of shells that do the same. */
const PATTERN_OPTION = /^[-+\w]*(?:braceccl|(?<!null|fail|ext|no)glob(?!star))\w*$|^-\w*4/i;

/** Whether a command that sets these variables changes what the patterns of later ones match. */
export function changesPatterns(
  words: readonly string[],
  variables: readonly { readonly name: string }[],
  { shadows, wraps }: Program,
): boolean {
  if (variables.some(({ name }) => PATTERN_VARIABLE.test(name))) return true;
  const isZsh = /^(?:(?:un)?setopt|emulate)$/.test(words[0] ?? '');
  if (!isZsh && shadows !== true && wraps?.form !== 'shell') return false;
  return words.some((word) => PATTERN_OPTION.test(word.replaceAll('_', '')));
}

/** Options of bash that name a file which it runs first. */
export const STARTUP_OPTIONS: ReadonlySet<string> = new Set(['rcfile', 'init-file']);

/** Long options of bash that may be written with one dash. */
export const LONG_OPTIONS: ReadonlySet<string> = new Set(
  'debug debugger dump-po-strings dump-strings help login noediting noprofile norc posix pretty-print protected restricted verbose version wordexp'.split(
    ' ',
  ),
);
