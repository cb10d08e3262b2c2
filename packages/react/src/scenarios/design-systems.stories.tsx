import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, userEvent, within } from 'storybook/test';
import { scenarioOf } from './scenario-of.fixture.ts';
import { OwnCardChat } from './own-card-chat.fixture.tsx';
import { PlainHtmlCard } from './plain-html.fixture.tsx';
import { RadixThemesCard } from './radix-themes.fixture.tsx';
import { TailwindCard } from './tailwind.fixture.tsx';

/** One flow with the real server core, in three foreign designs. */
const meta = {
  title: 'Flows/Design systems',
  tags: ['!dev', '!autodocs'],
  component: OwnCardChat,
  args: { card: PlainHtmlCard, onFlow: fn() },
} satisfies Meta<typeof OwnCardChat>;
export default meta;

type Story = StoryObj<typeof meta>;

/** Only hooks: no element here is from the kit. */
export const PlainHtml: Story = {
  play: async ({ args, canvas, canvasElement }) => {
    const { ledger } = scenarioOf(args.onFlow);
    await userEvent.click(canvas.getByRole('button', { name: 'Start' }));
    const card = within(await canvas.findByRole('group', { name: 'Run this command?' }));
    await expect(canvasElement.querySelector('[data-hitl-part]')).toBeNull();
    await userEvent.click(card.getByRole('radio', { name: 'always' }));
    await expect(card.getByText('saves bash(npm run lint)')).toBeVisible();
    await userEvent.dblClick(card.getByRole('button', { name: 'Yes, run it' }));
    await expect(await canvas.findByText('assistant: Lint is clean.')).toBeVisible();
    await expect(ledger).toEqual(['npm run lint']);
    await expect(canvas.queryByRole('group')).toBeNull();
  },
};

/** The arguments are edited in a custom form; the edited ones run. */
export const PlainHtmlEdited: Story = {
  play: async ({ args, canvas }) => {
    const { ledger } = scenarioOf(args.onFlow);
    await userEvent.click(canvas.getByRole('button', { name: 'Start' }));
    await userEvent.click(await canvas.findByText('Edit'));
    await userEvent.type(canvas.getByRole('textbox', { name: 'command' }), ' -- --fix');
    await expect(canvas.getByText(/npm run lint -- --fix/)).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Yes, run it' }));
    await expect(await canvas.findByText('assistant: Lint is clean.')).toBeVisible();
    await expect(ledger).toEqual(['npm run lint -- --fix']);
  },
};

/** Parts of the kit with Tailwind's classes, which override `theme.css`. */
export const Tailwind: Story = {
  args: { card: TailwindCard },
  play: async ({ args, canvas }) => {
    const { ledger } = scenarioOf(args.onFlow);
    await userEvent.click(canvas.getByRole('button', { name: 'Start' }));
    const run = await canvas.findByRole('button', { name: 'Run it' });
    await expect(getComputedStyle(run).borderRadius).toMatch(/e\+|\d{4,}px/);
    await expect(getComputedStyle(run).color).toBe('rgb(255, 255, 255)');
    await userEvent.dblClick(run);
    await expect(await canvas.findByText('assistant: Lint is clean.')).toBeVisible();
    await expect(ledger).toEqual(['npm run lint']);
  },
};

/** The dialog and buttons of Radix Themes, through `asChild`. */
export const AnotherLibrary: Story = {
  args: { card: RadixThemesCard },
  play: async ({ args, canvas }) => {
    const { ledger } = scenarioOf(args.onFlow);
    await userEvent.click(canvas.getByRole('button', { name: 'Start' }));
    await userEvent.click(await canvas.findByRole('button', { name: 'Review' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'bash wants to run' }));
    const run = dialog.getByRole('button', { name: 'Run it' });
    await expect(run).toHaveClass('rt-Button');
    await expect(run).toHaveAttribute('data-hitl-part', 'confirm-answer');
    await userEvent.dblClick(run);
    await expect(await canvas.findByText('assistant: Lint is clean.')).toBeVisible();
    await expect(ledger).toEqual(['npm run lint']);
    await expect(screen.queryByRole('dialog')).toBeNull();
  },
};

/** Radix Themes follows the page into dark mode. */
export const AnotherLibraryInDark: Story = {
  args: { card: RadixThemesCard },
  globals: { theme: 'dark' },
  play: async ({ canvas, canvasElement }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Start' }));
    await canvas.findByRole('button', { name: 'Review' });
    await expect(canvasElement.querySelector('.radix-themes')).toHaveClass('dark');
  },
};

/** Tailwind's `dark:` variants follow the page into dark mode. */
export const TailwindInDark: Story = {
  args: { card: TailwindCard },
  globals: { theme: 'dark' },
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Start' }));
    await canvas.findByRole('button', { name: 'Run it' });
    const deny = getComputedStyle(canvas.getByRole('button', { name: 'Deny' }));
    await expect(deny.color).not.toBe(deny.backgroundColor);
    const card = getComputedStyle(canvas.getByRole('group', { name: 'Run this command?' }));
    await expect(card.colorScheme).toBe('dark');
    await expect(card.backgroundColor).toMatch(/oklch\(0\.2/);
  },
};
