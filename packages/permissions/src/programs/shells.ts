/** The shell whose grammar the parser has. */
export const BASH = 'bash';

/** Shells whose command lines can be parsed, as far as they read them as bash does. */
export const PARSED: ReadonlySet<string> = new Set([BASH, 'zsh', 'sh', 'dash', 'posix']);

/** Runs its text in the shell that it is called in, rather than in a new one. */
export const SAME_SHELL: ReadonlySet<string> = new Set(['eval', 'trap', 'alias', 'source', '.']);

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
export const TIED_WORD: RegExp = new RegExp(String.raw`^(?:-\w*)?${TIED}(?:\[|$)`);

/** Variables of shells by which patterns match other files: hidden ones, or in another case. */
export const PATTERN_VARIABLE: RegExp = /^(?:GLOBIGNORE|BASHOPTS|SHELLOPTS|options)$/;
/** Options of shells that do the same. */
export const PATTERN_OPTION: RegExp =
  /^[-+\w]*(?:braceccl|(?<!null|fail|ext|no)glob(?!star))\w*$|^-\w*4/i;

/** Options of bash that name a file which it runs first. */
export const STARTUP_OPTIONS: ReadonlySet<string> = new Set(['rcfile', 'init-file']);

/** Long options of bash that may be written with one dash. */
export const LONG_OPTIONS: ReadonlySet<string> = new Set(
  'debug debugger dump-po-strings dump-strings help login noediting noprofile norc posix pretty-print protected restricted verbose version wordexp'.split(
    ' ',
  ),
);
