import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.ts';

/** Guides that show files of examples, and the folders of these, besides `examples/chat`. */
const GUIDES: Readonly<Record<string, readonly string[]>> = {
  vue: ['vue'],
  svelte: ['svelte'],
  'plain-javascript': ['web-component', 'vanilla'],
};

/** A block of code with the name of its file. */
const BLOCK = /^```(\w+) src\/(\S+)\n.*?^```$/gms;

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** The text of a guide by its path, with the files as they are in `examples`. */
export function guidesWithCode(): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(GUIDES).map(([guide, folders]) => {
      const files = sourcesIn(['chat', ...folders]);
      const path = `docs/guides/${guide}.md`;
      const text = read(path).replace(BLOCK, (_, language: string, name: string) => {
        const code = files.get(name);
        if (code === undefined) throw new Error(`${path} shows ${name}, which is in no example`);
        return `\`\`\`${language} src/${name}\n${code}\`\`\``;
      });
      return [path, text];
    }),
  );
}

/** Source files by name. In a guide all files are in one folder. */
function sourcesIn(folders: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    folders.flatMap((folder) =>
      readdirSync(join(root, 'examples', folder), { withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => [
          name,
          read(`examples/${folder}/${name}`).replaceAll(/\.\.\/(chat|vanilla)\//g, './'),
        ]),
    ),
  );
}

if (import.meta.main) {
  for (const [path, text] of guidesWithCode()) writeFileSync(join(root, path), text);
}
