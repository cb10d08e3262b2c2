import { createRequire } from 'node:module';
import type { Rolldown } from 'tsdown';

/** A module that is loaded when one of its functions is called for the first time. */
const PREFIX = '\0on-demand:';
const IMPORT = /^import (?:(\w+)|\* as (\w+)|\{([^}]*)\}) from "(node:[\w/]+)";$/gm;

const require = createRequire(import.meta.url);

/**
 * Takes modules of Node from `process.getBuiltinModule`. An `import` of one reads each of its exports
 * first, and so loads what some of them load by a getter: a fifth of the time of a command that ends
 * soon. Those `onDemand` are loaded with the first call of one of their functions.
 */
export function builtins(onDemand: readonly string[]): Rolldown.Plugin {
  return {
    name: 'builtins',
    resolveId: (source) => (onDemand.includes(source) ? PREFIX + source : undefined),
    load(id) {
      if (!id.startsWith(PREFIX)) return undefined;
      const name = id.slice(PREFIX.length);
      const exported = Object.entries(require(name) as Readonly<Record<string, unknown>>);
      const functions = exported.filter(([, value]) => typeof value === 'function');
      return [
        `const load = () => process.getBuiltinModule('${name}');`,
        ...functions.map(([own]) =>
          /^[A-Z]/.test(own)
            ? `export function ${own}(...args) { return new (load().${own})(...args); }`
            : `export const ${own} = (...args) => load().${own}(...args);`,
        ),
      ].join('\n');
    },
    renderChunk: (code) =>
      code.replaceAll(
        IMPORT,
        (_whole, byDefault?: string, all?: string, names?: string, from?: string) => {
          const local = byDefault ?? all ?? `{${(names ?? '').replaceAll(' as ', ': ')}}`;
          return `const ${local} = process.getBuiltinModule("${from}");`;
        },
      ),
  };
}
