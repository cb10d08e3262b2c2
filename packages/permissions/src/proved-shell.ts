/**
 * The shell that command rules were proved on: the versions whose reading of command lines the
 * fuzzer compares with that of the rules. `versions` are beginnings such as `5.2`.
 */
export const PROVED_SHELL: { readonly name: string; readonly versions: readonly string[] } = {
  name: 'bash',
  versions: ['5.2'],
};

/**
 * A warning when a shell is not one that the rules were proved on, with both versions in it;
 * `undefined` when it is. Takes what the shell prints for `--version`, or `undefined` for a shell
 * that does not say.
 */
export function shellWarning(printed: string | undefined): string | undefined {
  const version = /^GNU bash, version (\d+\.\d+)(\S*)/.exec(printed ?? '');
  const [, series = '', rest = ''] = version ?? [];
  const { name, versions } = PROVED_SHELL;
  if (versions.includes(series)) return undefined;
  const found =
    version === null ? 'a shell that does not say which one it is' : `${name} ${series}${rest}`;
  return `This machine runs commands with ${found}; the rules for commands were proved on ${name} ${versions.join(', ')}. Another version may read a command line in another way than the rules do.`;
}
