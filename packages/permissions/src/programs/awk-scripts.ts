/**
 * Whether an awk program only prints. There is no other way to run or write than a pipe, `>`,
 * `system` and `getline`, and none to load or to call by a name made up later than `@`. What it puts
 * into `ARGV` is read as a file, and a file below `/inet` is a connection.
 */
export function isHarmlessAwkScript(script: string): boolean {
  return !/[|>@]|system|getline|ARGV|SYMTAB/.test(script);
}
