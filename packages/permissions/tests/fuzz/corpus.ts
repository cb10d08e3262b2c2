import { readFileSync } from 'node:fs';

/** Command lines that people and attackers wrote, to begin from. */
export const CORPUS: readonly string[] = [
  ...readFileSync(
    new URL('../../fixtures/permission-cases.json', import.meta.url),
    'utf8',
  ).matchAll(/"command": *("(?:[^"\\]|\\.){1,300}")/g),
].map(([, text = '""']): string => JSON.parse(text) as string);
