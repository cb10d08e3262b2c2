import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactElement } from 'react';
import { expect, userEvent } from 'storybook/test';
import { LiveRun } from './live.tsx';
import { Page, PageLink } from './page.tsx';

const FACTS = [
  [
    'Exactly once',
    'An answer is sent once, even after a double click, and the tool runs once, even after a crash.',
  ],
  [
    'You see what will run',
    'Commands in full, edits as a diff, invisible characters as escapes. A long call must be expanded before it can be allowed.',
  ],
  [
    'Rules that hold',
    '“Always” saves an exact rule, shows what else it would allow, and can be revoked.',
  ],
  [
    'Any look',
    'Unstyled parts, one optional style sheet, hooks without markup. Light, dark, right to left.',
  ],
] as const;

const WAYS = [
  [
    'Getting started',
    'getting-started--story',
    'Install it, and show the first card in your page.',
  ],
  ['Components', 'components-confirm--docs', 'Parts, props, states, keys and variables of each.'],
  ['Recipes', 'recipes--in-a-chat', 'A chat, a dialog, an inbox, Tailwind, your design system.'],
  ['Theming', 'theming--story', 'Three themes, your brand in four lines, all variables.'],
  [
    'Protocol explorer',
    'protocol-explorer--story',
    'The events of a live run, and the state after each.',
  ],
  [
    'Permission playground',
    'permission-playground--story',
    'Rules, a call, and the decision explained.',
  ],
] as const;

function Introduction(): ReactElement {
  return (
    <Page
      title="An agent asks. You decide. It continues, exactly once."
      lead="HITL puts a person between an agent and its actions: approval of a tool call, a question, a form. Below are the real React components with a real server, running in this page."
    >
      <LiveRun />
      <p className="hint">
        Allow the call, deny it with a reason, edit it first, or save a rule. The agent continues
        with your decision.
      </p>
      <ul className="facts">
        {FACTS.map(([name, text]) => (
          <li key={name}>
            <strong>{name}</strong>
            {text}
          </li>
        ))}
      </ul>
      <h2>Where to go from here</h2>
      <ul className="ways">
        {WAYS.map(([name, id, text]) => (
          <li key={id}>
            <PageLink to={id} docs={id.endsWith('--docs')}>
              <strong>{name}</strong>
              <span>{text}</span>
            </PageLink>
          </li>
        ))}
      </ul>
    </Page>
  );
}

const meta = {
  title: 'Introduction',
  tags: ['!autodocs'],
  component: Introduction,
} satisfies Meta<typeof Introduction>;
export default meta;

export const Story: StoryObj<typeof meta> = { name: 'Introduction' };

/** The live run goes from its first question to its end. */
export const Walked: StoryObj<typeof meta> = {
  tags: ['!dev', '!autodocs'],
  async play({ canvas }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Allow once' }));
    await canvas.findByRole('group', { name: /Edit src\/cart/ });
    await userEvent.click(await canvas.findByRole('button', { name: 'Allow once' }));
    await expect(await canvas.findByText('The cart counts every piece now.')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Start again' }));
    await expect(await canvas.findByRole('button', { name: 'Allow once' })).toBeVisible();
  },
};
