import { programOf } from '../programs/index.ts';
import { isListed } from '../programs/program.ts';

/** Characters with which a pathspec can be more than a path. */
const PATHSPEC = /^:|[*?[\\]/;

/**
 * Whether a `git` command may overwrite protected files without naming them: through a folder, a pattern, a
 * patch or a stash. Operations on whole branches (`switch`, `pull`, `merge`, `rebase`) are not covered: their
 * effect cannot be told from their words, and asking for each would make daily work impossible.
 * @param words - the program and its arguments
 * @param surrounds - whether a path is a folder that contains protected files
 * @param moved - whether the current folder may have changed
 */
export function gitOverwrites(
  words: readonly string[],
  surrounds: (path: string) => boolean,
  moved: boolean,
): boolean {
  let at = 1;
  let elsewhere = moved;
  for (let word = words[at]; word?.startsWith('-') === true; word = words[at]) {
    elsewhere ||= /^(?:-C|--git-dir|--work-tree)/.test(word);
    at += isListed(programOf('git')?.valueOptions, word) ? 2 : 1;
  }
  const rest = words.slice(at + 1);
  const anywhere = (): boolean => elsewhere || surrounds('.');
  switch (words[at]) {
    case 'apply':
      return !rest.some((word) => isListed(LOOKS_ONLY, word)) && anywhere();
    case 'am':
    case 'checkout-index':
    case 'read-tree':
      return anywhere();
    case 'stash':
      return isListed(BRINGS_BACK, rest[0] ?? '') && anywhere();
    case 'reset':
      return rest.some((word) => RESETS_FILES.test(word)) && anywhere();
    case 'restore':
      return !isIndexOnly(rest) && namesFolder(rest);
    case 'checkout':
      return namesFolder(rest);
    default:
      return false;
  }

  function namesFolder(options: readonly string[]): boolean {
    if (options.some((word) => word.startsWith('--pathspec-from-file'))) return anywhere();
    const paths = options.filter((word) => !word.startsWith('-'));
    const dashes = options.indexOf('--');
    const named = dashes === -1 ? paths : [...paths, ...options.slice(dashes + 1)];
    if (elsewhere) return dashes !== -1 || words[at] === 'restore' || named.includes('.');
    return named.some((path) => (PATHSPEC.test(path) ? anywhere() : surrounds(path)));
  }
}

const LOOKS_ONLY = '--check --stat --numstat --summary --cached';
const BRINGS_BACK = 'pop apply branch';
/** `--hard`, `--merge` and `--keep`; git also accepts their prefixes. */
const RESETS_FILES = /^--(?:h|me|k)[a-z]*$/;

/** Whether `git restore` leaves the working tree unchanged. */
function isIndexOnly(options: readonly string[]): boolean {
  const has = (short: string, long: string): boolean =>
    options.some((word) => word === long || new RegExp(`^-[A-Za-z]*${short}`).test(word));
  return has('S', '--staged') && !has('W', '--worktree');
}
