const names = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

/** Variables whose value programs run as a command. */
export const SCRIPT_VARIABLES: ReadonlySet<string> = names(
  `GIT_SSH_COMMAND GIT_SSH GIT_EXTERNAL_DIFF GIT_PAGER GIT_EDITOR GIT_ASKPASS GIT_SEQUENCE_EDITOR
  GIT_PROXY_COMMAND PAGER MANPAGER EDITOR VISUAL LESSOPEN LESSCLOSE BROWSER PROMPT_COMMAND
  SSH_ASKPASS SUDO_ASKPASS MAKE SHELL`,
);

/**
 * Variables in whose value bash expands substitutions, that name a file which it runs, or whose value it
 * evaluates as arithmetic as soon as they are set.
 */
export const EXPANDED_VARIABLES: ReadonlySet<string> = names(
  'PS0 PS1 PS2 PS4 BASH_ENV ENV OPTIND RANDOM SRANDOM SECONDS HISTCMD',
);

const FREE_VARIABLES: ReadonlySet<string> = names(
  'CI NODE_ENV NO_COLOR FORCE_COLOR TERM TZ LANG COLUMNS LINES',
);

/** Variables that may be set before a command without changing what it does. */
export function isFreeVariable(name: string): boolean {
  return FREE_VARIABLES.has(name) || /^LC_[A-Z]+$/.test(name);
}
