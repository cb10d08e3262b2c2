import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { withLazyImports, withPlainExports } from '../lazy-chunks.plugin.ts';

/** Like a chunk of rolldown. */
const CHUNK = `const require_lists = require("./lists-1.cjs");
const require_lists$1 = require("./lists-2.cjs");
require("./effects-3.cjs");
// ../server/dist/numbers.js
const some = () => new require_lists.kinds.List(require_lists$1.first);
const tagged = () => (0, require_lists.tag)\`\${require_lists$1.first}\`;
exports.some = some;
exports.tagged = tagged;
`;

test('a chunk is loaded at its first use, and once', () => {
  const loaded: string[] = [];
  class List {
    readonly items: readonly unknown[];
    constructor(...items: readonly unknown[]) {
      this.items = items;
    }
  }
  const chunks: Readonly<Record<string, unknown>> = {
    './lists-1.cjs': {
      kinds: { List },
      tag: (_: unknown, value: unknown) => `tag ${String(value)}`,
    },
    './lists-2.cjs': { first: 1 },
    './effects-3.cjs': {},
  };
  const require = (path: string): unknown => {
    loaded.push(path);
    return chunks[path];
  };
  const exports: Record<string, () => unknown> = {};
  runInNewContext(withLazyImports(CHUNK), { exports, require });
  expect(loaded).toEqual(['./effects-3.cjs']);
  expect(exports['some']?.()).toEqual(new List(1));
  expect(exports['tagged']?.()).toBe('tag 1');
  expect(loaded).toEqual(['./effects-3.cjs', './lists-1.cjs', './lists-2.cjs']);
});

const EXPORTS = `const first = 1;
let count = 0;
const next = () => (count += 1);
async function load() {}
var Failure = class extends Error {};
${['first', 'count', 'next', 'load', 'Failure']
  .map(
    (name) =>
      `Object.defineProperty(exports, "${name}", {\n\tenumerable: true,\n\tget: function() {\n\t\treturn ${name};\n\t}\n});`,
  )
  .join('\n')}
`;

test('what a chunk exports is a plain property, unless it can change', () => {
  const exports: Record<string, unknown> = {};
  runInNewContext(withPlainExports(EXPORTS), { exports });
  const plain = Object.entries(Object.getOwnPropertyDescriptors(exports)).filter(
    ([, descriptor]) => 'value' in descriptor,
  );
  expect(plain.map(([name]) => name)).toEqual(['first', 'next', 'load', 'Failure']);
  expect(exports['count']).toBe(0);
  (exports['next'] as () => number)();
  expect(exports['count']).toBe(1);
});
