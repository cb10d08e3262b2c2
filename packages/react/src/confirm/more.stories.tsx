import { createFakeClient } from '@hitl/client/testing';
import { authorizationRequest, run, testTime } from '@hitl/protocol/testing';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent } from 'storybook/test';
import { HitlProvider } from '../provider.tsx';
import { Confirm } from './index.ts';

const meta = {
  title: 'Components/Confirm/More',
  tags: ['!autodocs'],
  component: Confirm.Card,
  args: { request: authorizationRequest({ risk_level: 'medium' }), onRespond: fn() },
} satisfies Meta<typeof Confirm.Card>;
export default meta;

type Story = StoryObj<typeof meta>;

/** The person provides the result; the tool does not run. */
export const AnsweringForTheTool: Story = {
  play: async ({ args, canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'More actions' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Provide the result myself…' }));
    await userEvent.type(canvas.getByRole('textbox', { name: /Result/ }), '0 problems');
    await expect(canvas.queryByRole('button', { name: 'Allow once' })).toBeNull();
    await expect(args.onRespond).not.toHaveBeenCalled();
  },
};

export const AnsweringForTheToolDark: Story = {
  ...AnsweringForTheTool,
  globals: { theme: 'dark' },
};

export const AnsweredForTheTool: Story = {
  tags: ['!dev', '!autodocs'],
  play: async (context) => {
    await AnsweringForTheTool.play?.(context);
    await userEvent.click(context.canvas.getByRole('button', { name: 'Send as result' }));
    await expect(context.args.onRespond).toHaveBeenCalledWith(
      expect.objectContaining({ action: 'answer', text: '0 problems' }),
    );
    await expect(context.canvas.getByRole('group')).toHaveAttribute('data-outcome', 'answered');
  },
};

/** The literal rule that a denial would save; while it is chosen, the call cannot be allowed. */
export const AlwaysDenying: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'More actions' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Always deny…' }));
    await expect(canvas.getByText('bash(npm run lint)')).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Allow once' })).toBeDisabled();
  },
};

export const AlwaysDenyingNarrow: Story = { ...AlwaysDenying, globals: { width: '358px' } };

export const DeniedForGood: Story = {
  tags: ['!dev', '!autodocs'],
  play: async (context) => {
    await AlwaysDenying.play?.(context);
    await userEvent.click(context.canvas.getByRole('button', { name: 'Always deny' }));
    await expect(context.args.onRespond).toHaveBeenCalledWith(
      expect.objectContaining({
        action: 'deny',
        remember: { scope: 'always', deny_patterns: ['bash(npm run lint)'] },
      }),
    );
  },
};

/** Other calls that a rule would allow, on request. */
export const RuleExamples: Story = {
  args: {
    request: authorizationRequest({
      risk_level: 'medium',
      metadata: {
        suggestion_examples: {
          'bash(npm run:*)': ['npm run other', 'npm run -- --watch', 'npm run'],
        },
      },
    }),
  },
  play: async ({ canvas }) => {
    await userEvent.selectOptions(canvas.getByRole('combobox', { name: /^Remember/ }), 'Always');
    await userEvent.click(canvas.getByRole('radio', { name: /npm run:/ }));
    await userEvent.click(canvas.getByText('What else would this allow?'));
    await expect(canvas.getByText('npm run -- --watch')).toBeVisible();
  },
};

/** Each part of a command line needs its own rule; they are saved together. */
export const RulesTogether: Story = {
  args: {
    request: authorizationRequest({
      risk_level: 'medium',
      tool_args: { command: 'npm test && git push origin main' },
      metadata: {
        suggested_offers: [
          ['bash(npm test)', 'bash(git push origin main)'],
          ['bash(npm test:*)', 'bash(git push:*)'],
        ],
      },
    }),
  },
  play: async ({ canvas }) => {
    await userEvent.selectOptions(
      canvas.getByRole('combobox', { name: /^Remember/ }),
      'This session',
    );
    await userEvent.click(canvas.getByRole('radio', { name: /git push:/ }));
  },
};

/** A reason, or what to do instead, with quick choices. */
export const QuickReasons: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Reason…' }));
    await userEvent.click(canvas.getByRole('button', { name: 'This is too risky.' }));
    await expect(canvas.getByRole('textbox')).toHaveValue('This is too risky.');
  },
};

const server = createFakeClient();
server.reply('get_run', run());
server.reply('create_run', run());

/** It expired without an answer. The agent can ask again with a new request. */
export const AskAgain: Story = {
  args: { request: authorizationRequest({ expires_at: testTime(10) }) },
  decorators: [
    (Story) => (
      <HitlProvider client={server} now={() => Date.parse(testTime(30))}>
        <Story />
      </HitlProvider>
    ),
  ],
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: 'Ask again' })).toBeEnabled();
  },
};

export const AskedAgain: Story = {
  ...AskAgain,
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Ask again' }));
    await expect(await canvas.findByText('Asked the agent to try again.')).toBeVisible();
  },
};
