/** The source files that pages show. */
const files: Readonly<Record<string, string>> = import.meta.glob(
  [
    '../recipes/*.tsx',
    '../../examples/embed/*.ts',
    '../../packages/react/src/examples/*.examples.tsx',
    '../../packages/react/src/scenarios/*.fixture.tsx',
    '../../docs/guides/react.md',
  ],
  // `exhaustive`: else a build leaves out what is below a folder whose name begins with a dot.
  { query: '?raw', import: 'default', eager: true, exhaustive: true },
);

/** The text of the only file with this name. */
export function sourceOf(name: string): string {
  const found = Object.entries(files).find(([path]) => path.endsWith(`/${name}`));
  if (found === undefined) throw new Error(`No page shows ${name}.`);
  return found[1];
}
