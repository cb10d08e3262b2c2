import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { KEYBOARD } from '../.storybook/keyboard.ts';
import { readKit } from '../.storybook/kit.ts';
import { root } from './run.ts';

const stories = globSync('packages/react/src/**/*.stories.tsx', { cwd: root }).map((path) => ({
  path,
  text: readFileSync(join(root, path), 'utf8'),
}));

/** The components with a page: one for each title below `Components`. */
const components = stories.flatMap(({ text }) => {
  const [, name] = /title: 'Components\/(\w+)'/.exec(text) ?? [];
  return name === undefined ? [] : [name];
});

const facts = readKit();

test('every component has a page with the description in its code and its keys', () => {
  expect(Object.keys(facts).toSorted()).toEqual(components.toSorted());
  expect(Object.keys(KEYBOARD).toSorted()).toEqual(components.toSorted());
});

test.each(components.filter((name) => name !== 'HitlProvider'))(
  'the page of %s lists the parts of the style sheet, and its variables',
  (name) => {
    expect(facts[name]?.parts).not.toEqual([]);
    expect(facts[name]?.variables).not.toEqual([]);
  },
);

test('the page of a card has the attributes and the anatomy of its code', () => {
  expect(facts['Confirm']?.attributes).toEqual(
    expect.arrayContaining(['data-state', 'data-outcome', 'data-risk', 'data-changed']),
  );
  const parts = readFileSync(join(root, 'packages/react/src/confirm/index.parts.ts'), 'utf8');
  for (const [, part = ''] of parts.matchAll(/export \{ (\w+)/g)) {
    if (part !== 'Card') expect(facts['Confirm']?.anatomy).toContain(`<Confirm.${part}`);
  }
  for (const name of components) {
    const anatomy = facts[name]?.anatomy ?? '';
    expect(anatomy, name).not.toMatch(/&&|key=|<Body|=>/);
    if (anatomy !== '') expect(anatomy, name).toMatch(/^<\w+\.Root \{\.\.\.props\}>\n/);
  }
});

test('the page of a component knows its stories in the order of their file', () => {
  expect(facts['Confirm']?.stories.slice(0, 3)).toEqual(['Pending', 'Allowed', 'LowRisk']);
  for (const name of components) expect(facts[name]?.stories, name).not.toEqual([]);
});

test('a story that plays a whole flow is a test and not in the sidebar', () => {
  const flows = stories.filter(({ path }) => path.includes('/scenarios/'));
  expect(flows).not.toEqual([]);
  for (const { path, text } of flows) {
    const [meta = ''] = /const meta = \{[\s\S]*?\} satisfies/.exec(text) ?? [];
    expect(meta, path).toContain("tags: ['!dev', '!autodocs']");
  }
});
