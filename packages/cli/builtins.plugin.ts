import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import type { Rolldown } from 'tsdown';

/** Prefix of modules that are loaded at the first call of one of their functions. */
const PREFIX = '\0on-demand:';

/** What `promisify` of a function returns, if that is not the usual promise; `execFile` has one. */
const { custom } = promisify;
const CUSTOM = `Symbol.for('${Symbol.keyFor(custom)}')`;

const require = createRequire(import.meta.url);

/** Loads these Node modules at the first call of one of their functions. */
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
        ...functions.flatMap(([own, value]) =>
          Object.hasOwn(value as object, custom)
            ? [`${own}[${CUSTOM}] = (...args) => load().${own}[${CUSTOM}](...args);`]
            : [],
        ),
      ].join('\n');
    },
  };
}
