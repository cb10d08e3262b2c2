import type { Rolldown } from 'tsdown';

/** What rolldown writes at the start of a chunk for each chunk that it needs. */
const IMPORT = /^const (require_[\w$]+) = require\("(\.\/[^"]+)"\);$/gm;

/** What rolldown writes at the end of a chunk for each of its exports. */
const EXPORT =
  /^Object\.defineProperty\(exports, "([\w$]+)", \{\s+enumerable: true,\s+get: function\(\) \{\s+return ([\w$]+);\s+\}\s+\}\);$/gm;

/**
 * Loads a chunk when something of it is first used, instead of when a chunk that may need it is
 * loaded. Runs on the finished bundle, where every use of another chunk is a member access.
 */
export const lazyChunks: Rolldown.Plugin = {
  name: 'lazy-chunks',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type === 'chunk') file.code = withPlainExports(withLazyImports(file.code));
    }
  },
};

/** The code of a chunk with its imports made lazy. */
export function withLazyImports(code: string): string {
  const names: string[] = [];
  let lazy = code.replaceAll(IMPORT, (_, name: string, path: string) => {
    names.push(name);
    return `let ${name}$;\nconst ${name} = () => (${name}$ ??= require("${path}"));`;
  });
  for (const name of names) {
    const own = name.replaceAll('$', String.raw`\$`);
    lazy = lazy
      .replaceAll(new RegExp(String.raw`\bnew ${own}((?:\.[\w$]+)+)`, 'g'), `new (${name}()$1)`)
      .replaceAll(new RegExp(String.raw`(?<![\w$])${own}\.`, 'g'), `${name}().`);
  }
  return lazy;
}

/**
 * The code of a chunk that exports its constants, functions and classes as plain properties, so
 * that a use of one does not call a function.
 */
export function withPlainExports(code: string): string {
  return code.replaceAll(EXPORT, (accessor, name: string, local: string) => {
    const own = local.replaceAll('$', String.raw`\$`);
    const constant = String.raw`^(?:const ${own} =|(?:async )?function\*? ${own}\(|var ${own} = class\b)`;
    return new RegExp(constant, 'm').test(code) ? `exports.${name} = ${local};` : accessor;
  });
}
