/**
 * Whether an awk program only prints. Pipes, `>`, `system` and `getline` are its only ways to run commands or
 * write files, and `@` its only way to load code or to call functions by computed names. Values assigned to
 * `ARGV` are read as files, and a file below `/inet` is a network connection.
 */
export function isHarmlessAwkScript(script: string): boolean {
  return !/[|>@]|system|getline|ARGV|SYMTAB/.test(script);
}
