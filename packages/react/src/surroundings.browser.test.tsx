import { composeStories, setProjectAnnotations } from '@storybook/react-vite';
import axe from 'axe-core';
import { afterEach, describe, expect, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import preview from '../../../.storybook/preview.tsx';
import * as confirmStories from './confirm/confirm.stories.tsx';
import { withTheme } from './theme/theme.fixture.ts';

withTheme();

interface MediaSession {
  send(
    method: 'Emulation.setEmulatedMedia',
    params: { features: { name: string; value: string }[] },
  ): Promise<unknown>;
}

async function emulate(features: Record<string, string>): Promise<void> {
  await (cdp() as MediaSession).send('Emulation.setEmulatedMedia', {
    features: Object.entries(features).map(([name, value]) => ({ name, value })),
  });
}

afterEach(async () => {
  await emulate({});
  document.body.replaceChildren();
});

/** Settings of Storybook's toolbar, and of a user's system. */
const surroundings = [
  {
    name: 'dark, from right to left, in the pseudo-language and compact',
    globals: { theme: 'dark', direction: 'rtl', locale: 'pseudo', look: 'compact' },
    media: {},
    rules: {},
  },
  {
    name: 'in Chinese, on a phone, in forced colours and without motion',
    globals: { locale: 'zh-CN', width: '358px' },
    media: { 'forced-colors': 'active', 'prefers-reduced-motion': 'reduce' },
    // The colors are the system's, which `getComputedStyle` does not reveal.
    rules: { 'color-contrast': { enabled: false } },
  },
];

interface ComposedStory {
  readonly play?: unknown;
  run(): Promise<void>;
}

type StoryModule = Parameters<typeof composeStories>[0];

/** The stories of components without those of flows: each shows a single state. */
const modules = import.meta.glob<StoryModule>(['./*/*.stories.tsx', '!./scenarios/*'], {
  eager: true,
});

function setsGlobals(module: StoryModule, name: string): boolean {
  const [, story] = Object.entries(module).find(([each]) => each === name) ?? [];
  return typeof story === 'object' && story !== null && 'globals' in story;
}

/** Shows a story like Storybook with these settings in its toolbar. */
async function show(module: StoryModule, story: string, globals: object): Promise<void> {
  setProjectAnnotations({ ...preview, initialGlobals: { ...preview.initialGlobals, ...globals } });
  const stories: Record<string, ComposedStory> = composeStories(module);
  await stories[story]?.run();
}

/**
 * The first stories of each file that show a state without playing: `play` functions look for
 * English text, and stories with their own settings are excluded.
 */
const sample = Object.entries(modules).flatMap(([path, module]) =>
  Object.entries<ComposedStory>(composeStories(module))
    .filter(([name, { play }]) => play === undefined && !setsGlobals(module, name))
    .slice(0, 5)
    .map(([story]) => ({ name: `${path} ${story}`, module, story })),
);

test('the sample has stories of every card and panel', () => {
  const files = new Set(sample.map(({ name }) => name.split('/')[1]));
  const all = 'audit batch combined confirm grants inbox input receipt run-controls select';
  expect(all.split(' ').filter((each) => !files.has(each))).toEqual([]);
});

test('the toolbar decides scheme, direction, language and theme', async () => {
  const read = async (globals: object): Promise<(string | undefined)[]> => {
    await show(confirmStories, 'Pending', globals);
    const { background, direction, fontSize } = getComputedStyle(page.getByRole('group').element());
    const allow = page.getByRole('button').last().element().textContent;
    return [background, direction, fontSize, allow];
  };
  const [, direction, size, allow] = await read({});
  expect([direction, size, allow]).toEqual(['ltr', '14px', 'Allow once']);
  const [, ...other] = await read({ direction: 'rtl', look: 'compact', locale: 'zh-CN' });
  expect(other).toEqual(['rtl', '13px', '允许这一次']);
  const [light] = await read({ theme: 'light' });
  const [dark] = await read({ theme: 'dark' });
  expect(dark).not.toBe(light);
});

describe.each(surroundings)('$name', ({ globals, media, rules }) => {
  test.each(sample)('$name is complete and accessible', async ({ module, story }) => {
    await emulate(media);
    await show(module, story, globals);
    expect(document.body.textContent).not.toBe('');
    // A story is a part of a page, so requirements of whole pages do not apply.
    const whole = { 'landmark-one-main': { enabled: false }, region: { enabled: false } };
    const { violations } = await axe.run(document.body, { rules: { ...whole, ...rules } });
    expect(violations).toEqual([]);
  });
});
