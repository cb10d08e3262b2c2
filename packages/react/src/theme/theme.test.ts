import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const index = readFileSync(join(import.meta.dirname, 'theme.css'), 'utf8');
const names = [...index.matchAll(/^@import '\.\/parts\/([a-z-]+\.css)';$/gm)].map(
  ([, name = '']) => name,
);
const parts = new Map(
  names.map((name) => [name, readFileSync(join(import.meta.dirname, 'parts', name), 'utf8')]),
);
const css = [...parts.values()].join('\n');

test('imports all of its parts, and nothing else', () => {
  expect(names.toSorted()).toEqual(readdirSync(join(import.meta.dirname, 'parts')).toSorted());
  expect(
    index
      .replaceAll(/\/\*[\s\S]*?\*\//g, '')
      .trim()
      .split('\n'),
  ).toHaveLength(names.length);
});

test('keeps its colors in pages whose build lowers light-dark(), because it does not use it', () => {
  expect(css.replaceAll(/\/\*[\s\S]*?\*\//g, '')).not.toContain('light-dark(');
});

test('is completely in its layer, so that any rule of the page wins', () => {
  for (const [name, part] of parts) {
    const rules = part.replaceAll(/\/\*[\s\S]*?\*\//g, '');
    expect(rules.trim().startsWith('@layer hitl {'), name).toBe(true);
    // Only the layer starts and ends at the left edge of the file.
    expect(rules.match(/^\S.*$/gm), name).toEqual(['@layer hitl {', '}']);
  }
});

const guide = readFileSync(join(import.meta.dirname, '../../../../docs/guides/react.md'), 'utf8');

test('every variable is in the guide, and the guide names no others', () => {
  // The two switches and derived values are not meant to be set.
  const inner = new Set(['--hitl-light', '--hitl-dark', '--hitl-outcome']);
  const declared = new Set(
    [...css.matchAll(/^\s+(--hitl-[a-z-]+):/gm)].map(([, name = '']) => name),
  );
  const told = new Set(
    [...guide.matchAll(/^\| `(--hitl-[a-z-]+)`/gm)].map(([, name = '']) => name),
  );
  expect([...told].toSorted()).toEqual([...declared].filter((name) => !inner.has(name)).toSorted());
});

/** Relative luminance of `#rrggbb`. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

test('the colors in the guide have enough contrast, in both schemes', () => {
  const block = /```css src\/brand\.css\n([\s\S]*?)```/.exec(guide)?.[1] ?? '';
  const [light = '', dark = ''] = block.split('.dark {');
  for (const [scheme, rules] of Object.entries({ light, dark })) {
    const values = new Map(
      [...rules.matchAll(/(--hitl-[a-z-]+): (#[0-9a-f]{6})/g)].map(([, a = '', b = '']) => [a, b]),
    );
    const text = values.get('--hitl-on-accent');
    expect(text, scheme).toBeDefined();
    const surface = new RegExp(`--hitl-surface:[^;]*--hitl-${scheme}, (#[0-9a-f]{6})\\)`).exec(
      css,
    )?.[1];
    expect(surface, scheme).toBeDefined();
    for (const name of ['--hitl-accent', '--hitl-accent-hover']) {
      const color = values.get(name) ?? '';
      expect(contrast(color, text ?? ''), `text on ${name}, ${scheme}`).toBeGreaterThanOrEqual(4.5);
      expect(contrast(color, surface ?? ''), `${name} on a card, ${scheme}`).toBeGreaterThanOrEqual(
        4.5,
      );
    }
  }
});

const themes = ['compact', 'high-contrast'].map((name) => ({
  name,
  text: readFileSync(join(import.meta.dirname, `${name}.css`), 'utf8'),
}));

test.each(themes)('the theme $name sets only variables', ({ text }) => {
  const rules = text.replaceAll(/\/\*[\s\S]*?\*\//g, '').trim();
  expect(rules.match(/^\S.*$/gm)).toEqual(['@layer hitl {', '}']);
  const set = [...rules.matchAll(/^\s+([a-z-]+):/gm)].map(([, name = '']) => name);
  expect(set.filter((name) => !css.includes(`${name}:`))).toEqual([]);
});

test.each(['light', 'dark'])(
  'every text of the high contrast theme has a contrast of 7 : 1, %s',
  (scheme) => {
    const [high] = themes.filter(({ name }) => name === 'high-contrast');
    const value = (name: string): string => {
      const line = new RegExp(`--hitl-${name}:[^;]*--hitl-${scheme}, (#[0-9a-f]{6})\\)`);
      return line.exec(high?.text ?? '')?.[1] ?? '';
    };
    const grounds = ['surface', 'field', 'subtle'];
    const soft = ['danger', 'warning', 'success', 'accent'].map((name) => [name, `${name}-soft`]);
    const pairs = [
      ...['text', 'text-muted', 'accent', 'danger', 'warning', 'success'].flatMap((text) =>
        grounds.map((ground) => [text, ground]),
      ),
      ...soft,
      ['on-accent', 'accent'],
      ['on-accent', 'accent-hover'],
      ['on-danger', 'danger'],
    ];
    for (const [text = '', ground = ''] of pairs) {
      expect(contrast(value(text), value(ground)), `${text} on ${ground}`).toBeGreaterThanOrEqual(
        7,
      );
    }
  },
);
