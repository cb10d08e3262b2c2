import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Rolldown } from 'tsdown';

interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
}

/** Writes the licences of everything from `node_modules` in a bundle to one file. */
export function licenses(fileName: string): Rolldown.Plugin {
  return {
    name: 'licenses',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' ? file.moduleIds : [],
      );
      const folders = new Set(
        modules.filter((id) => id.includes('/node_modules/')).map((id) => packageFolder(id)),
      );
      const texts = [...folders].map((folder) => noticeOf(folder)).toSorted();
      const source = `# Licences of bundled packages\n\n${texts.join('\n')}`;
      this.emitFile({ type: 'asset', fileName, source });
    },
  };
}

/** The folder of the nearest package.json with a name and a version: some folders have one without. */
function packageFolder(path: string): string {
  let folder = dirname(path);
  while (manifestOf(folder).version === undefined) {
    if (folder === dirname(folder)) throw new Error(`${path} is in no package`);
    folder = dirname(folder);
  }
  return folder;
}

function manifestOf(folder: string): Manifest {
  const path = join(folder, 'package.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Manifest) : {};
}

function noticeOf(folder: string): string {
  const { name = folder, version, license } = manifestOf(folder);
  if (license === undefined) throw new Error(`${name} has no licence, so it cannot be bundled`);
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file === undefined ? '' : `${readFileSync(join(folder, file), 'utf8').trim()}\n`;
  return `## ${name} ${version} (${license})\n\n${text}`;
}
