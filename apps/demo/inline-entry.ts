import { dirname, relative } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/**
 * Puts the entry and the style sheet into the page, so that the slowest of all files needs no round
 * trip of its own. What later chunks share with the entry is in a chunk that they can import.
 */
export function inlineEntry(): Plugin {
  return {
    name: 'inline-entry',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // After Vite has written its own marks in the code.
      order: 'post',
      handler(_options, bundle) {
        const files = Object.values(bundle);
        const entry = files.find((file) => file.type === 'chunk' && file.isEntry);
        const page = files.find(({ fileName }) => fileName === 'index.html');
        if (entry?.type !== 'chunk' || page?.type !== 'asset') return;
        if (entry.exports.length > 0) {
          this.error(
            `Chunks import ${entry.exports.join(', ')} from the entry, which has no address.`,
          );
        }
        let html = String(page.source).replace(/\s*<script type="module"[^>]*><\/script>/, '');
        for (const file of files) {
          if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue;
          html = html
            .replace(/\s*<link rel="stylesheet"[^>]*>/, '')
            .replace('</head>', () => `<style>${String(file.source)}</style>\n</head>`);
          delete bundle[file.fileName];
        }
        page.source = html.replace(
          '</body>',
          () => `<script type="module">${placed(entry)}</script>\n</body>`,
        );
        delete bundle[entry.fileName];
      },
    },
  };
}

/** Its code as part of the page: imports are resolved from there, and nothing in it ends the script. */
function placed({ code, fileName }: Rolldown.OutputChunk): string {
  const folder = relative('', dirname(fileName));
  return code
    .replaceAll(/(\bfrom|\bimport|\bimport\()(["'`])\.\//g, `$1$2/${folder}/`)
    .replaceAll(/<(?=\/script|!--)/gi, '\\x3C');
}

type Modules = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

/** Whether later chunks need a module that the entry needs too. */
export function createSharing(): (id: string, modules: Modules) => boolean {
  let shared: ReadonlySet<string> | undefined;
  return (id, modules) => (shared ??= sharedModules(id, modules)).has(id);
}

function sharedModules(any: string, modules: Modules): ReadonlySet<string> {
  const above = reach([any], modules, (info) => [...info.importers, ...info.dynamicImporters]);
  const entries = [...above].filter((id) => modules.getModuleInfo(id)?.isEntry === true);
  const imported = (info: Rolldown.ModuleInfo): readonly string[] => info.importedIds;
  const early = reach(entries, modules, imported);
  const everything = reach(entries, modules, (info) => [
    ...info.importedIds,
    ...info.dynamicallyImportedIds,
  ]);
  const targets = [...everything].flatMap(
    (id) => modules.getModuleInfo(id)?.dynamicallyImportedIds ?? [],
  );
  const late = reach(targets, modules, imported);
  return new Set([...early].filter((id) => late.has(id)));
}

/** All modules that `next` leads to, and where it starts. */
function reach(
  from: readonly string[],
  modules: Modules,
  next: (info: Rolldown.ModuleInfo) => readonly string[],
): ReadonlySet<string> {
  const seen = new Set(from);
  for (const id of seen) {
    const info = modules.getModuleInfo(id);
    if (info !== null) for (const each of next(info)) seen.add(each);
  }
  return seen;
}
