/**
 * The shell that command rules are tested with: the versions whose parsing the fuzzer compares with ours.
 * `versions` are prefixes such as `5.2`.
 */
export const TESTED_SHELL: { readonly name: string; readonly versions: readonly string[] } = {
  name: 'bash',
  versions: ['5.2'],
};

/**
 * Returns a warning that names both versions if the rules were not tested with a shell; `undefined`
 * otherwise. Takes the output of `--version`, or `undefined` if the shell prints none.
 */
export function shellWarning(printed: string | undefined): string | undefined {
  const version = /^GNU bash, version (\d+\.\d+)(\S*)/.exec(printed ?? '');
  const [, series = '', rest = ''] = version ?? [];
  const { name, versions } = TESTED_SHELL;
  if (versions.includes(series)) return undefined;
  const found = version === null ? 'a shell of unknown version' : `${name} ${series}${rest}`;
  return `Commands run in ${found} on this machine. The rules for commands were tested with ${name} ${versions.join(', ')}; another shell may read a command line differently.`;
}
