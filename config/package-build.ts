import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Rolldown, UserConfig } from 'tsdown';

interface Manifest {
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

/**
 * Stylesheets as one file each, with what they `@import` by a relative path at its place: a page
 * that links one makes one request, whatever builds the page.
 */
function oneStylesheet(folder: string, sources: readonly string[]): Rolldown.Plugin {
  return {
    name: 'one-stylesheet',
    generateBundle() {
      for (const source of sources) {
        const file = join(folder, source);
        this.emitFile({
          type: 'asset',
          fileName: relative('src', source),
          source: readFileSync(file, 'utf8').replaceAll(
            /^@import '(\.[^']+)';\n/gm,
            (_all, name: string) => readFileSync(join(dirname(file), name), 'utf8'),
          ),
        });
      }
    },
  };
}

/**
 * The build of one package. Its entries are the `@hitl/source` targets of the `exports` in its
 * package.json, so a subpath is declared once; `more` adds files that are not imported by name.
 */
export function packageBuild(
  folder: string,
  platform: 'neutral' | 'node',
  more: readonly string[] = [],
): UserConfig {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const sources = Object.entries(manifest.exports).flatMap(([subpath, target]) => {
    const source = typeof target === 'string' ? undefined : target['@hitl/source'];
    return source === undefined ? [] : [{ subpath, source }];
  });
  const entry = sources.filter(({ source }) => /\.tsx?$/.test(source));
  const styles = sources.filter(({ source }) => source.endsWith('.css'));
  return {
    entry: [...entry.map(({ source }) => source), ...more],
    format: 'esm',
    platform,
    target: 'es2022',
    // Maps would lead to sources that are not in the package; the files are readable as they are.
    dts: { sourcemap: false },
    sourcemap: false,
    // One file per source keeps each file's 'use client'; bundled, an inner file's is lost.
    unbundle: true,
    root: 'src',
    plugins: [
      oneStylesheet(
        folder,
        styles.map(({ source }) => source),
      ),
    ],
    // The declarations of stylesheets, so that an import of one compiles.
    copy: styles
      .map(({ source }) => `${source}.d.ts`)
      .map((source) => ({ from: source, to: dirname(source.replace('/src/', '/dist/')) })),
    // .js and .d.ts, not .mjs, on platform node too.
    fixedExtension: false,
    // Anything that would be bundled is a missing dependency: an error instead of a silent copy.
    deps: { onlyBundle: [] },
    checks: { moduleLevelDirective: false },
    publint: { strict: true },
    attw: {
      profile: 'esm-only',
      level: 'error',
      excludeEntrypoints: styles.map(({ subpath }) => subpath),
    },
  };
}
