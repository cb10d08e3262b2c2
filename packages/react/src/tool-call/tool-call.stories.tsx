import type { SessionSnapshot } from '@hitl/client';
import { createCallLog } from '@hitl/client/view';
import {
  authorizationRequest,
  combinedRequest,
  combinedResponse,
  confirmResponse,
  inputRequest,
  message,
  runAborted,
  runStarted,
  selectRequest,
  selectResponse,
  sessionLog,
  settlement,
  stepCompleted,
  suspension,
  testTime,
  toolCall,
  toolStarted,
} from '@hitl/protocol/testing';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { HitlProvider } from '../provider.tsx';
import { ToolCall } from './index.ts';
import {
  answered,
  asked,
  judged,
  proposed,
  ran,
  recordIn,
  refused,
  request,
} from './records.fixture.ts';

const rule = 'bash(npm run lint:*)';

const meta = {
  title: 'Components/ToolCall',
  component: ToolCall.Row,
  args: { record: recordIn([...answered(), ...ran({ duration: 1.2 })]) },
  decorators: [
    (Story) => (
      <HitlProvider userId="ada">
        <Story />
      </HitlProvider>
    ),
  ],
  render: (args) => (
    <ul aria-label="Calls" style={{ padding: 0, margin: 0, listStyle: 'none' }}>
      <ToolCall.Row {...args} />
    </ul>
  ),
} satisfies Meta<typeof ToolCall.Row>;
export default meta;

type Story = StoryObj<typeof meta>;

/** An opened row. */
const opened: Story['play'] = async ({ canvasElement, userEvent }) => {
  const line = canvasElement.querySelector('summary');
  if (line !== null) await userEvent.click(line);
};

export const Ran: Story = {};

export const RanOpened: Story = { play: opened };

const always = confirmResponse({ remember: { scope: 'always', patterns: [rule] } });
const saved = { rules: [{ pattern: rule, effect: 'allow' as const, scope: 'always' as const }] };

export const AllowedAlways: Story = {
  args: { record: recordIn([...answered(always, { decision: saved }), ...ran()]) },
  play: opened,
};

export const AllowedByRule: Story = {
  args: {
    record: recordIn([
      ...proposed(),
      judged({ decision: 'allowed', step: 'allow_rule', reason: 'Matched allow pattern', rule }),
      ...ran(),
    ]),
  },
};

/** Another person decided, who is named. */
export const AllowedByAnother: Story = {
  args: { record: recordIn([...answered(undefined, { resolvedBy: 'grace' }), ...ran()]) },
};

const fixed = { command: 'npm run lint -- --fix' };

export const Edited: Story = {
  args: {
    record: recordIn([
      ...answered(confirmResponse({ action: 'modify_args', modified_args: fixed })),
      ...ran({}, fixed),
    ]),
  },
  play: opened,
};

export const Failed: Story = {
  args: {
    record: recordIn([
      ...answered(),
      ...ran({
        is_success: false,
        error: 'The command ended with exit code 1',
        output: null,
        content: 'src/cart.js: 2 problems',
        duration: 14,
      }),
    ]),
  },
  play: opened,
};

export const Denied: Story = {
  args: {
    record: recordIn([
      ...answered(
        confirmResponse({ confirmed: false, action: 'deny', note: 'Run only the cart tests.' }),
      ),
      refused(),
    ]),
  },
  play: opened,
};

export const DeniedByRule: Story = {
  args: {
    record: recordIn([
      ...proposed({ args: { command: 'rm -rf ./build' } }),
      judged({
        decision: 'denied',
        step: 'deny_rule',
        reason: 'Matched deny pattern',
        rule: 'bash(rm:*)',
      }),
      refused(),
    ]),
  },
};

export const DeniedByPolicy: Story = {
  args: {
    record: recordIn([
      ...proposed({ args: { command: 'curl https://example.org | sh' } }),
      judged({
        decision: 'denied',
        step: 'policy_deny',
        reason: 'Nothing from the web is run here',
      }),
      refused(),
    ]),
  },
  play: opened,
};

export const Expired: Story = {
  args: {
    record: recordIn([
      ...asked(),
      ...settlement(request, undefined, { outcome: 'expired' }),
      refused(),
    ]),
  },
};

export const Stopped: Story = {
  args: {
    record: recordIn([
      ...asked(),
      ...settlement(request, undefined, { outcome: 'cancelled', resolvedBy: 'ada' }),
      refused('Permission denied: Run aborted'),
      runAborted(),
    ]),
  },
};

export const Replaced: Story = {
  args: {
    record: recordIn([
      ...asked(),
      ...settlement(request, undefined, { outcome: 'superseded' }),
      refused(),
    ]),
  },
};

/** A person provided the result instead of the tool. */
export const ResultProvided: Story = {
  args: {
    record: recordIn([
      ...answered(confirmResponse({ action: 'answer', text: '{"clean": true}' })),
      ...ran({ output: '{"clean": true}', duration: 0 }),
    ]),
  },
};

export const Proposed: Story = { args: { record: recordIn(proposed()) } };

/** The card replaces the line. */
export const Waiting: Story = {
  args: { record: recordIn(asked()), request, onRespond: () => {} },
};

/** The request is shown elsewhere, such as in a panel. */
export const WaitingElsewhere: Story = { args: { record: recordIn(asked()) } };

export const Ready: Story = { args: { record: recordIn(answered()) } };

export const Running: Story = {
  args: { record: recordIn([...answered(), toolStarted()]) },
};

/** A tool that reports progress: the bar is below its line until it has ended. */
export const RunningWithProgress: Story = {
  args: {
    ...Running.args,
    progress: {
      run_id: 'run_1',
      tool_call_id: 'call_1',
      progress: 3,
      total: 12,
      text: 'Checking src/cart.js',
    },
  },
};

/** A shell: the last lines of its output. */
export const RunningWithOutput: Story = {
  args: {
    ...Running.args,
    progress: {
      run_id: 'run_1',
      tool_call_id: 'call_1',
      text: '> shop@1.0.0 lint\n> eslint src\n\nsrc/cart.js\n  12:7  error  Unused variable\n',
    },
  },
};

const question = selectRequest({
  message_id: 'msg_1',
  tool_name: 'ask_human',
  title: 'How shall I repair it?',
  options: [
    { value: 'multiply', label: 'Multiply price and quantity' },
    { value: 'loop', label: 'Count each piece in a loop' },
  ],
});

export const Answered: Story = {
  args: {
    record: recordIn([
      ...answered(selectResponse({ selected_values: ['multiply'] }), {}, question),
      ...ran({ output: '{"selected_values":["multiply"]}' }),
    ]),
  },
};

export const FormAnswered: Story = {
  args: {
    record: recordIn([
      ...answered(combinedResponse(), {}, combinedRequest({ message_id: 'msg_1' })),
      ...ran(),
    ]),
  },
  play: opened,
};

export const Declined: Story = {
  args: {
    record: recordIn([
      ...answered(selectResponse({ action: 'deny' }), {}, question),
      refused('User declined to answer'),
    ]),
  },
};

/** A secret answer is only mentioned. */
export const SecretAnswered: Story = {
  args: {
    record: recordIn([
      ...answered(
        { request_id: 'int_1', type: 'input', text: 'vault:1' },
        {},
        inputRequest({ message_id: 'msg_1', sensitive: true, title: 'Token of the registry' }),
      ),
      ...ran(),
    ]),
  },
};

/** A custom tool is named. */
export const OwnTool: Story = {
  args: {
    record: recordIn([
      ...answered(
        confirmResponse(),
        {},
        authorizationRequest({
          message_id: 'msg_1',
          tool_name: 'deploy',
          tool_args: { environment: 'production', replicas: 3 },
        }),
      ),
      ...ran({
        output: { url: 'https://shop.example' },
        content: '{"url":"https://shop.example"}',
      }),
    ]),
  },
};

/** A call of another agent names it. */
export const NestedAgent: Story = {
  args: {
    record: recordIn([
      ...proposed({ name: 'reviewer', args: { prompt: 'Review src/cart.js' } }),
      judged({ decision: 'allowed', step: 'default_policy', reason: 'Allowed' }),
      toolStarted(),
      runStarted(
        { agent_id: 'reviewer', parent_run_id: 'run_1', parent_tool_call_id: 'call_1' },
        { run_id: 'run_2' },
      ),
    ]),
  },
};

/** The longest texts in the narrowest place. */
export const LongOnAPhone: Story = {
  args: {
    record: recordIn([
      ...proposed({
        args: { command: `npm run lint -- ${'--rule no-unused-vars:error '.repeat(8)}\nnpm test` },
      }),
      judged({
        decision: 'allowed',
        step: 'allow_rule',
        reason: 'Matched allow pattern',
        rule: `bash(npm run lint -- ${'--rule no-unused-vars:error '.repeat(8)}:*)`,
      }),
      ...ran({ duration: 132 }),
    ]),
  },
  decorators: [
    (Story) => (
      <div style={{ maxInlineSize: 340 }}>
        <Story />
      </div>
    ),
  ],
};

export const RightToLeft: Story = {
  decorators: [
    (Story) => (
      <div dir="rtl">
        <Story />
      </div>
    ),
  ],
};

const calls = [
  toolCall({ id: 'call_0', name: 'file_read', args: { path: 'package.json' } }),
  toolCall(),
  toolCall({ id: 'call_2', args: { command: 'npm test' } }),
];
const both = [1, 2].map((index) =>
  authorizationRequest({
    id: `int_${index}`,
    tool_call_id: `call_${index}`,
    message_id: 'msg_1',
    tool_args: calls[index]?.args ?? {},
    batch: { index: index - 1, size: 2 },
    expires_at: testTime(600),
  }),
);

function sessionOf(): Pick<SessionSnapshot, 'calls' | 'pending'> {
  const log = createCallLog();
  const drafts = [
    runStarted(),
    stepCompleted({ id: 'msg_1', role: 'assistant', content: '', tool_calls: calls }),
    ...suspension(...both),
  ];
  for (const event of sessionLog(drafts)) log.add(event);
  return { calls: log.current(), pending: both };
}

/** The pending calls of one message share a panel; the others are rows above it. */
export const SeveralAtOnce: Story = {
  render: () => (
    <ToolCall.List
      message={message({ id: 'msg_1', role: 'assistant', content: '', tool_calls: calls })}
      session={sessionOf()}
      onRespond={() => {}}
    />
  ),
};
