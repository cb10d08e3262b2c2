import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactElement } from 'react';
import { expect, userEvent } from 'storybook/test';
import { LiveRun } from './live.tsx';
import { Page } from './page.tsx';

const FACTS = [
  [
    'Exactly once',
    'An answer is sent once, however often it is pressed, and runs once, whatever breaks in between.',
  ],
  [
    'You see what will run',
    'Commands whole, edits as a diff, invisible characters written out. What was not seen is not allowed.',
  ],
  [
    'Rules that hold',
    '“Always” saves a literal rule, says what else it would allow, and can be taken back.',
  ],
  [
    'Any look',
    'Parts without styles, one optional style sheet, hooks without markup. Light, dark, right to left.',
  ],
] as const;

function Introduction(): ReactElement {
  return (
    <Page
      title="An agent asks. You decide. It goes on, exactly once."
      lead="HITL puts a person between an agent and what it does: permission for a tool call, a question, a form. These are its React components, and below is the real thing."
    >
      <LiveRun />
      <p className="hint">
        Allow it, deny it with a reason, edit the change before it is made, or let it be remembered
        as a rule: the agent gets what you decided.
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
      <ul>
        <li>
          <b>Getting started</b>: from nothing to a card in your own page.
        </li>
        <li>
          <b>Components</b>: each with its parts, states, keys, attributes and variables.
        </li>
        <li>
          <b>Recipes</b>: in a chat, a dialog, an inbox, with your own design system.
        </li>
        <li>
          <b>Theming</b>: three themes, and every value they are made of.
        </li>
        <li>
          <b>Protocol explorer</b>: the events of a run, one by one, beside what they show.
        </li>
        <li>
          <b>Permission playground</b>: your rules, a call, and why it is allowed or not.
        </li>
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

/** The live run goes from its first question to its last word. */
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
