/**
 * Whether an awk program only prints. There is no other way to run or write than a pipe, `>`,
 * `system` and `getline`, and none to load or to call by a name made up later than `@`.
 */
export function isHarmlessAwkScript(script: string): boolean {
  return !/[|>@]|system|getline/.test(script);
}
