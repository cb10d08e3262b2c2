/** The code of an error of the system, such as `ENOENT`; `unknown error` if it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}
