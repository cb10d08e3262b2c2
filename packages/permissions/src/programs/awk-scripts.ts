/**
 * Whether an awk program only prints. Pipes, `>`, `system` and `getline` are its only ways to run commands or
 * write files, and `@` its only way to load code or to call functions by computed names. Values assigned to
 * `ARGV` are read as files, and a file below `/inet` is a network connection. Only behind `print` does `>` write;
 * elsewhere it compares.
 */
export function isHarmlessAwkScript(script: string): boolean {
  // `||` is no pipe.
  if (/[|@]|system|getline|ARGV|SYMTAB/.test(script.replaceAll('||', ' '))) return false;
  return !script.includes('>') || !/print[^]*>|\\\s/.test(script);
}
