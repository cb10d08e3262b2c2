import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent } from 'storybook/test';
import { Script } from './chat.fixture.tsx';
import { scenarioOf } from './scenario-of.fixture.ts';

const bash = (command: string) => ({ name: 'bash', args: { command } });

const meta = {
  title: 'Flows/Other answers',
  tags: ['!dev', '!autodocs'],
  component: Script,
  args: { turns: [[bash('npm run lint')], 'Understood.'], onFlow: fn() },
} satisfies Meta<typeof Script>;
export default meta;

type Story = StoryObj<typeof meta>;

/** A person provides the result: the agent treats it as the tool's, which did not run. */
export const AnswerForTheTool: Story = {
  play: async ({ args, canvas }) => {
    const { ledger } = scenarioOf(args.onFlow);
    await userEvent.click(canvas.getByRole('button', { name: 'Start' }));
    await userEvent.click(await canvas.findByRole('button', { name: 'More actions' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Provide the result myself…' }));
    await userEvent.type(canvas.getByRole('textbox', { name: /Result of the call/ }), '2 problems');
    await userEvent.click(canvas.getByRole('button', { name: 'Send as result' }));
    await expect(await canvas.findByText('assistant: Understood.')).toBeVisible();
    await expect(canvas.getByText(/tool: .*2 problems/)).toBeVisible();
    await expect(ledger).toEqual([]);
  },
};

/** A remembered denial also denies similar calls, without asking. */
export const DenyForGood: Story = {
  args: { turns: [[bash('npm run lint')], [bash('npm test')], 'Understood.'] },
  play: async ({ args, canvas }) => {
    const { ledger, client } = scenarioOf(args.onFlow);
    await userEvent.click(canvas.getByRole('button', { name: 'Start' }));
    await userEvent.click(await canvas.findByRole('button', { name: 'More actions' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Always deny…' }));
    await userEvent.click(await canvas.findByRole('radio', { name: /bash\(npm:\*\)/ }));
    await expect(canvas.getByRole('button', { name: 'Allow once' })).toBeDisabled();
    await userEvent.click(canvas.getByRole('button', { name: 'Always deny' }));
    await expect(await canvas.findByText('assistant: Understood.')).toBeVisible();
    await expect(ledger).toEqual([]);
    await expect(await client.getPermissions('ada')).toEqual({ allow: [], deny: ['bash(npm:*)'] });
  },
};

/** Other calls that a rule would allow, according to the server. */
export const RuleExamples: Story = {
  args: { turns: [[bash('npm run test:unit')], 'Understood.'] },
  play: async ({ args, canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Start' }));
    await userEvent.selectOptions(
      await canvas.findByRole('combobox', { name: /^Remember/ }),
      'Always',
    );
    await userEvent.click(canvas.getByRole('radio', { name: /bash\(npm run test:\*\)/ }));
    await userEvent.click(canvas.getByText('What else would this allow?'));
    await expect(await canvas.findByText('npm run test:other')).toBeVisible();
    await expect(scenarioOf(args.onFlow).ledger).toEqual([]);
  },
};

/**
 * Each part of a command line gets its own rule, saved together; the same line is not asked about
 * again.
 */
export const RulesTogether: Story = {
  args: {
    turns: [[bash('npm test && git push')], [bash('npm test && git push')], 'Understood.'],
  },
  play: async ({ args, canvas }) => {
    const { ledger, client } = scenarioOf(args.onFlow);
    await userEvent.click(canvas.getByRole('button', { name: 'Start' }));
    await userEvent.selectOptions(
      await canvas.findByRole('combobox', { name: /^Remember/ }),
      'Always',
    );
    const sets = canvas.getAllByRole('radio', { name: /npm test.*git push/ });
    await userEvent.click(sets[1] as HTMLElement);
    await userEvent.click(canvas.getByRole('button', { name: 'Always allow' }));
    await expect(await canvas.findByText('assistant: Understood.')).toBeVisible();
    await expect(ledger).toEqual(['npm test && git push', 'npm test && git push']);
    const { allow } = await client.getPermissions('ada');
    await expect(allow).toHaveLength(2);
  },
};

/** It expired without an answer; told to ask again, the agent opens another request. */
export const AskAgain: Story = {
  args: {
    turns: [[bash('npm run lint')], 'Nobody said.', [bash('npm run lint')], 'Understood.'],
  },
  play: async ({ args, canvas }) => {
    const { ledger, advance } = scenarioOf(args.onFlow);
    await userEvent.click(canvas.getByRole('button', { name: 'Start' }));
    await canvas.findByRole('button', { name: 'Allow once' });
    advance(600_000);
    await expect(await canvas.findByText('assistant: Nobody said.')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Ask again' }));
    await expect(await canvas.findByText('Asked the agent to try again.')).toBeVisible();
    await expect(canvas.getByText(/user: I did not answer “bash” in time\./)).toBeVisible();
    await userEvent.click(await canvas.findByRole('button', { name: 'Allow once' }));
    await expect(await canvas.findByText('assistant: Understood.')).toBeVisible();
    await expect(ledger).toEqual(['npm run lint']);
  },
};
