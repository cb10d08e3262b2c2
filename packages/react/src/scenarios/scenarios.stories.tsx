import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { scenarioOf } from './scenario-of.fixture.ts';
import { Script } from './chat.fixture.tsx';
import type { Scenario } from './server.fixture.ts';

const bash = (command: string) => ({ name: 'bash', args: { command } });

const meta = {
  title: 'Flows',
  tags: ['!dev', '!autodocs'],
  component: Script,
  args: { turns: [[bash('npm run lint')], 'Lint is clean.'], onFlow: fn() },
} satisfies Meta<typeof Script>;
export default meta;

type Story = StoryObj<typeof meta>;

/** An agent asks, a person allows, the tool runs once, and the run continues. */
export const Approve: Story = {
  play: async ({ args, canvas }) => {
    const { ledger } = scenarioOf(args.onFlow);
    await userEvent.click(canvas.getByRole('button', { name: 'Start' }));
    await userEvent.dblClick(await canvas.findByRole('button', { name: 'Allow once' }));
    await expect(await canvas.findByText('assistant: Lint is clean.')).toBeVisible();
    await expect(ledger).toEqual(['npm run lint']);
  },
};

/** A denied call does not run; the agent gets the reason. */
export const Deny: Story = {
  play: async ({ args, canvas }) => {
    const { ledger } = scenarioOf(args.onFlow);
    await userEvent.click(canvas.getByRole('button', { name: 'Start' }));
    await userEvent.click(await canvas.findByRole('button', { name: 'Reason…' }));
    await userEvent.type(canvas.getByRole('textbox'), 'not on Fridays');
    await userEvent.click(canvas.getByRole('button', { name: 'Deny' }));
    await expect(await canvas.findByText(/User denied consent: not on Fridays/)).toBeVisible();
    await expect(ledger).toEqual([]);
  },
};

/** The person's edited arguments run, with their types. */
export const Edit: Story = {
  play: async ({ args, canvas }) => {
    const { ledger } = scenarioOf(args.onFlow);
    await userEvent.click(canvas.getByRole('button', { name: 'Start' }));
    await userEvent.click(await canvas.findByRole('button', { name: 'Edit' }));
    const command = await canvas.findByRole('textbox', { name: 'command' });
    await userEvent.clear(command);
    await userEvent.type(command, 'npm run lint -- --fix');
    await userEvent.click(canvas.getByRole('button', { name: 'Allow edited' }));
    await expect(await canvas.findByText('assistant: Lint is clean.')).toBeVisible();
    await expect(ledger).toEqual(['npm run lint -- --fix']);
  },
};

/** A rule is saved, shown, and applied without asking; after it is revoked, a person is asked again. */
export const Remember: Story = {
  args: {
    turns: [[bash('npm run lint')], [bash('npm run lint')], 'Twice.'],
  },
  play: async ({ args, canvas }) => {
    const { ledger } = scenarioOf(args.onFlow);
    await userEvent.click(canvas.getByRole('button', { name: 'Start' }));
    await userEvent.selectOptions(
      await canvas.findByRole('combobox', { name: /^Remember/ }),
      'Always',
    );
    await userEvent.click(canvas.getByRole('button', { name: 'Always allow' }));
    await expect(await canvas.findByText('assistant: Twice.')).toBeVisible();
    await expect(ledger).toEqual(['npm run lint', 'npm run lint']);
    const revoke = await canvas.findByRole('button', { name: 'Revoke bash(npm run lint)' });
    await userEvent.click(revoke);
    await expect(await canvas.findByRole('button', { name: 'Undo' })).toBeVisible();
  },
};

/** Several calls of one message, decided one by one; the run resumes once, in call order. */
export const Several: Story = {
  args: {
    turns: [[bash('first'), bash('second'), bash('third')], 'All decided.'],
  },
  play: async ({ args, canvas }) => {
    const { ledger } = scenarioOf(args.onFlow);
    await userEvent.click(canvas.getByRole('button', { name: 'Start' }));
    const panel = await canvas.findByRole('group', { name: 'Calls waiting for you' });
    const rows = within(panel).getAllByRole('listitem');
    const line = (index: number) => within(rows[index]!).getAllByRole('button')[0]!;
    await userEvent.click(line(2));
    await userEvent.click(within(rows[2]!).getByRole('button', { name: 'Allow once' }));
    await expect(await within(panel).findByText('2 of 3 need your decision')).toBeVisible();
    await userEvent.click(line(1));
    await userEvent.click(within(rows[1]!).getByRole('button', { name: 'Deny' }));
    await expect(await within(panel).findByText('1 of 3 needs your decision')).toBeVisible();
    await expect(ledger).toEqual([]);
    await userEvent.click(within(rows[0]!).getByRole('button', { name: 'Allow once' }));
    await expect(await canvas.findByText('assistant: All decided.')).toBeVisible();
    await expect(ledger).toEqual(['first', 'third']);
  },
};

/** The request expires: the call is denied, and no person is named. */
export const Expiry: Story = {
  play: async ({ args, canvas }) => {
    const { ledger, advance } = scenarioOf(args.onFlow);
    await userEvent.click(canvas.getByRole('button', { name: 'Start' }));
    await canvas.findByRole('button', { name: 'Allow once' });
    advance(600_000);
    await expect(await canvas.findByText('Expired')).toBeVisible();
    await expect(await canvas.findByText(/User consent request timed out/)).toBeVisible();
    await expect(ledger).toEqual([]);
  },
};

/** Another person answers: the card says so and leaves. */
export const AnsweredElsewhere: Story = {
  play: async ({ args, canvas }) => {
    const { client, ledger } = scenarioOf(args.onFlow);
    await userEvent.click(canvas.getByRole('button', { name: 'Start' }));
    const card = await canvas.findByRole('group', { name: 'Run this command?' });
    const { interactions } = await client.listInteractions({ sessionId: 'flow' });
    const [request] = interactions;
    if (request === undefined) throw new Error('nothing waits');
    await fetchAnswer(args.onFlow, request.id);
    await expect(await canvas.findByText('assistant: Lint is clean.')).toBeVisible();
    await expect(card).toHaveAttribute('data-elsewhere', 'true');
    await expect(ledger).toEqual(['npm run lint']);
  },
};

/** Another client of the same server, like another tab. */
async function fetchAnswer(onFlow: (flow: Scenario) => void, id: string): Promise<void> {
  const response = await scenarioOf(onFlow).hitl.fetch(
    new Request(new URL(`/interactions/${id}/respond`, location.href), {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ request_id: id, type: 'confirm', confirmed: true }),
    }),
  );
  if (!response.ok) throw new Error(`the answer was refused: ${response.status}`);
}

/** Two pages of one person: both follow, one answers, and both stop showing the question. */
export const TwoTabs: Story = {
  args: { pages: 2 },
  play: async ({ args, canvas }) => {
    const { ledger } = scenarioOf(args.onFlow);
    const here = within(canvas.getByRole('region', { name: 'Page 1' }));
    await userEvent.click(here.getByRole('button', { name: 'Start' }));
    await here.findByRole('button', { name: 'Allow once' });
    await userEvent.click(canvas.getByRole('button', { name: 'Open another page' }));
    const there = within(canvas.getByRole('region', { name: 'Page 2' }));
    await there.findByRole('button', { name: 'Allow once' });
    await userEvent.click(here.getByRole('button', { name: 'Allow once' }));
    await expect(await there.findByText('assistant: Lint is clean.')).toBeVisible();
    await expect(there.queryByRole('button', { name: 'Allow once' })).toBeNull();
    await expect(ledger).toEqual(['npm run lint']);
  },
};

/** The server goes down while an answer is being sent: nothing is lost and nothing runs twice. */
export const ServerGone: Story = {
  play: async ({ args, canvas }) => {
    const { faults, ledger } = scenarioOf(args.onFlow);
    await userEvent.click(canvas.getByRole('button', { name: 'Start' }));
    const allow = await canvas.findByRole('button', { name: 'Allow once' });
    faults.cut('unreachable');
    await userEvent.click(allow);
    await expect(await canvas.findByRole('alert')).toHaveTextContent(/may not have arrived/);
    await expect(ledger).toEqual([]);
    faults.restore();
    await userEvent.click(canvas.getByRole('button', { name: 'Send again' }));
    await expect(await canvas.findByText('assistant: Lint is clean.')).toBeVisible();
    await expect(ledger).toEqual(['npm run lint']);
  },
};
