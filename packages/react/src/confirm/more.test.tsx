import { createFakeClient } from '@hitl/client/testing';
import { authorizationRequest, inputRequest, run, testTime } from '@hitl/protocol/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Input } from '../input/index.ts';
import { renderCard, renderWithClient } from '../internal/testing.fixture.tsx';
import { Confirm } from './index.ts';

const button = (name: string) => screen.getByRole('button', { name });
const card = () => screen.getByRole('group', { name: 'Run this command?' });

async function choose(entry: string): Promise<void> {
  await userEvent.click(button('More actions'));
  await userEvent.click(screen.getByRole('button', { name: entry }));
}

test('answers instead of the tool, which neither allows nor denies it', async () => {
  const respond = vi.fn();
  const request = authorizationRequest();
  renderCard(<Confirm.Card request={request} onRespond={respond} />);
  await choose('Provide the result myself…');
  expect(screen.queryByRole('button', { name: 'Allow once' })).toBeNull();
  expect(screen.queryByRole('radio')).toBeNull();
  expect(button('Edit')).toBeDisabled();
  expect(button('Send as result')).toBeDisabled();
  await userEvent.type(screen.getByRole('textbox', { name: /Result of the call/ }), '0 problems');
  await userEvent.click(button('Send as result'));
  expect(respond.mock.calls).toEqual([
    [
      {
        request_id: request.id,
        type: 'confirm',
        action: 'answer',
        text: '0 problems',
        args_digest: request.args_digest,
        remember: { scope: 'once' },
      },
    ],
  ]);
  expect(card()).toHaveAttribute('data-outcome', 'answered');
  expect(screen.getByText('Result provided')).toBeVisible();
  expect(screen.getByText('0 problems')).toBeVisible();
});

test('reports a result that looks like JSON but is invalid, and can send it as text', async () => {
  renderCard(<Confirm.Card request={authorizationRequest()} onRespond={vi.fn()} />);
  await choose('Provide the result myself…');
  const result = screen.getByRole('textbox', { name: /Result of the call/ });
  await userEvent.click(result);
  await userEvent.paste('{"errors": 0');
  expect(result).toHaveAccessibleDescription(/looks like JSON but is not valid/);
  expect(button('Send as result')).toBeEnabled();
  await userEvent.paste('}');
  expect(result).toHaveAccessibleDescription(/Text or JSON/);
});

test('lets the tool run after all, and offers no result where none is allowed', async () => {
  const request = authorizationRequest();
  const { rerender } = renderCard(<Confirm.Card request={request} onRespond={vi.fn()} />);
  await choose('Provide the result myself…');
  await userEvent.click(button('Let the tool run'));
  expect(button('Allow once')).toBeEnabled();
  rerender(
    <Confirm.Card
      request={{ ...request, allowed_actions: ['approve', 'deny'] }}
      onRespond={vi.fn()}
    />,
  );
  expect(screen.getByRole('group', { name: 'More actions' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Provide the result myself…' })).toBeNull();
});

test('inserts quick reasons into the reason, which is sent with the denial', async () => {
  const respond = vi.fn();
  renderCard(<Confirm.Card request={authorizationRequest()} onRespond={respond} />);
  await userEvent.click(button('Reason…'));
  const note = screen.getByRole('textbox');
  await userEvent.type(note, 'Use make.');
  await userEvent.click(button('This is not needed.'));
  expect(note).toHaveValue('Use make. This is not needed.');
  await userEvent.click(button('Deny'));
  expect(respond.mock.lastCall?.[0]).toMatchObject({
    action: 'deny',
    note: 'Use make. This is not needed.',
  });
});

test('remembers a denial as the shown literal rule', async () => {
  const respond = vi.fn();
  renderCard(<Confirm.Card request={authorizationRequest()} onRespond={respond} />);
  await choose('Always deny…');
  await userEvent.selectOptions(
    screen.getByRole('combobox', { name: /^Remember/ }),
    'This session',
  );
  await userEvent.click(screen.getByRole('radio', { name: /npm run:/ }));
  await userEvent.click(button('Deny for this session'));
  expect(respond.mock.lastCall?.[0]).toMatchObject({
    action: 'deny',
    confirmed: false,
    remember: { scope: 'session', deny_patterns: ['bash(npm run:*)'] },
  });
  expect(screen.getByText('for this session: bash(npm run:*)')).toBeVisible();
});

test('cannot allow a call while a rule against it is chosen', async () => {
  const respond = vi.fn();
  renderCard(<Confirm.Card request={authorizationRequest()} onRespond={respond} />);
  await choose('Always deny…');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /^Remember/ }), 'Always');
  expect(button('Allow once')).toBeDisabled();
  expect(screen.getByText(/To allow the call, choose/)).toBeVisible();
  await userEvent.selectOptions(
    screen.getByRole('combobox', { name: /^Remember/ }),
    'Just this once',
  );
  await userEvent.click(button('Allow once'));
  expect(respond.mock.lastCall?.[0]).toMatchObject({
    action: 'approve',
    remember: { scope: 'once' },
  });
});

test('a denial for this call only saves nothing', async () => {
  const respond = vi.fn();
  renderCard(<Confirm.Card request={authorizationRequest()} onRespond={respond} />);
  await choose('Always deny…');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /^Remember/ }), 'Always');
  await userEvent.click(button('Deny only once'));
  await userEvent.click(button('Deny'));
  expect(respond.mock.lastCall?.[0]).toMatchObject({ remember: { scope: 'once' } });
  expect(respond.mock.lastCall?.[0].remember).not.toHaveProperty('deny_patterns');
});

test('offers the denial rules of the server in addition to those in the request', async () => {
  const client = createFakeClient();
  client.reply('check', {
    explanation: { suggestion_examples: {}, denial_suggestions: ['bash(npm:*)'] },
  });
  renderWithClient(client, <Confirm.Card request={authorizationRequest()} />);
  await choose('Always deny…');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /^Remember/ }), 'Always');
  await userEvent.click(await screen.findByRole('radio', { name: /bash\(npm:\*\)/ }));
  await userEvent.click(button('Always deny'));
  expect(client.responses[0]?.remember).toEqual({
    scope: 'always',
    deny_patterns: ['bash(npm:*)'],
  });
});

test('asks on request, and only once, what else a rule would allow', async () => {
  const client = createFakeClient();
  const checks = () => client.calls.filter(({ name }) => name === 'check');
  client.fail('check', 'network');
  client.reply('check', {
    explanation: {
      suggestion_examples: { 'bash(npm run:*)': ['npm run deploy', 'npm run\u200B'] },
    },
  });
  renderWithClient(client, <Confirm.Card request={authorizationRequest()} />);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /^Remember/ }), 'Always');
  expect(screen.queryByText('What else would this allow?')).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: /npm run:/ }));
  expect(checks()).toEqual([]);
  await userEvent.click(screen.getByText('What else would this allow?'));
  expect(await screen.findByText('This could not be looked up.')).toBeVisible();
  await userEvent.click(button('Try again'));
  expect(await screen.findByText('npm run deploy')).toBeVisible();
  expect(screen.getByText('\\u{200b}')).toBeVisible();
  expect(checks()).toHaveLength(2);
  expect(checks()[1]).toMatchObject({
    params: { user_id: 'ada' },
    body: { tool_name: 'bash', tool_args: { command: 'npm run lint' }, agent_id: 'assistant' },
  });
});

test('shows examples that came with the request without asking the server', async () => {
  const request = authorizationRequest({
    metadata: { suggestion_examples: { 'bash(npm run:*)': ['npm run deploy'] } },
  });
  renderCard(<Confirm.Card request={request} onRespond={vi.fn()} />);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /^Remember/ }), 'Always');
  await userEvent.click(screen.getByRole('radio', { name: /npm run:/ }));
  expect(screen.getByText('npm run deploy')).toBeInTheDocument();
});

test('saves the rules of a command line together, one for each part', async () => {
  const respond = vi.fn();
  const together = ['bash(npm test)', 'bash(git push)'];
  const request = authorizationRequest({
    risk_level: 'medium',
    tool_args: { command: 'npm test && git push' },
    metadata: { suggested_offers: [together] },
  });
  renderCard(<Confirm.Card request={request} onRespond={respond} />);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /^Remember/ }), 'Always');
  await userEvent.click(screen.getByRole('radio', { name: /bash\(git push\)/ }));
  await userEvent.click(button('Always allow'));
  expect(respond.mock.lastCall?.[0]).toMatchObject({
    remember: { scope: 'always', patterns: together },
  });
});

test.each([
  [['bash(rm -rf ./build)', 'bash(echo:*)'], 'exactly rm -rf ./build, anything starting with echo'],
  [
    ['bash(npm test:*)', 'bash(git push:*)'],
    'anything starting with npm test, anything starting with git push',
  ],
  [['bash(npm test)', 'bash(git push)'], 'exactly npm test, exactly git push'],
  [
    ['bash(npm test:*)', 'file_write(./src/**)'],
    'anything starting with npm test, everything in ./src',
  ],
  [['file_write(./src/*.ts)'], 'everything that matches ./src/*.ts'],
  [['web_fetch(domain:example.com)'], 'everything on example.com'],
  [['search(*)'], 'every call of search'],
  [['bash(npm run \u202e:*)'], 'anything starting with npm run \\u{202e}'],
  [['bash(npm install)'], 'exactly npm install'],
  [['file_write(./src/{a,b}.ts)'], 'everything that matches ./src/{a,b}.ts'],
  [['bash(ls \\*.ts)', 'bash(wc:*)'], 'exactly ls \\*.ts, anything starting with wc'],
])('says what the rules %j cover together', async (together, reach) => {
  const request = authorizationRequest({
    metadata: {
      resource: 'bash(npm test)',
      suggested_patterns: ['bash(npm test)'],
      suggested_offers: [together],
    },
  });
  renderCard(<Confirm.Card request={request} onRespond={vi.fn()} />);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /^Remember/ }), 'Always');
  const [exact, offer] = screen.getAllByRole('radio').map((radio) => radio.closest('label'));
  expect(exact?.textContent).toBe('bash(npm test)this call only');
  expect(offer?.querySelector('[data-hitl-part="scope-rule-reach"]')?.textContent).toBe(reach);
});

test('a first choice of several rules is not called this call only', async () => {
  const together = ['bash(npm test)', 'bash(git push)'];
  const request = authorizationRequest({ metadata: { suggested_offers: [together] } });
  const rest = { suggested_patterns: [], resource: undefined };
  renderCard(
    <Confirm.Card
      request={{ ...request, metadata: { ...request.metadata, ...rest } }}
      onRespond={vi.fn()}
    />,
  );
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /^Remember/ }), 'Always');
  const offer = screen.getByRole('radio').closest('label');
  expect(offer).toHaveTextContent('exactly npm test, exactly git push');
});

test('a wide rule is not called this call only where it is the first choice', async () => {
  const request = authorizationRequest({
    risk_level: 'high',
    tool_name: 'file_read',
    tool_args: { path: 'src/link.ts' },
    metadata: {
      resource: 'file_read(./src/link.ts)',
      suggested_patterns: ['file_read(./src/*.ts)'],
    },
  });
  renderCard(<Confirm.Card request={request} onRespond={vi.fn()} />);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /^Remember/ }), 'Always');
  await userEvent.click(button('Always allow'));
  expect(screen.queryByText('this call only')).toBeNull();
  expect(screen.getAllByText('everything that matches ./src/*.ts')).toHaveLength(2);
});

test('offers no rule that would store a secret', () => {
  const request = authorizationRequest({
    tool_args: { user: 'ada', password: 'hunter"2' },
    tool_schema: { properties: { password: { type: 'string', format: 'password' } } },
  });
  const { container } = renderCard(<Confirm.Card request={request} onRespond={vi.fn()} />);
  expect(screen.queryByRole('radio')).toBeNull();
  expect(container.innerHTML).not.toContain('hunter');
});

test.each([
  [
    'a call',
    <Confirm.Card key="c" request={authorizationRequest({ expires_at: testTime(10) })} />,
    'bash',
  ],
  [
    'a question',
    <Input.Card key="i" request={inputRequest({ expires_at: testTime(10) })} />,
    'What is the project called?',
  ],
])('asks the agent to ask again about %s that expired', async (_, expired, subject) => {
  const client = createFakeClient();
  client.reply('get_run', run({ agent_id: 'clerk', user_id: 'ada' }));
  client.fail('create_run', 'session_busy');
  client.reply('create_run', run());
  renderWithClient(client, expired, { now: () => Date.parse(testTime(30)) });
  await userEvent.click(button('Ask again'));
  expect(await screen.findByText(/The agent is still working/)).toBeVisible();
  await userEvent.click(button('Ask again'));
  expect(await screen.findByText('Asked the agent to try again.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Ask again' })).toBeNull());
  const asked = client.calls.filter(({ name }) => name === 'create_run');
  expect(asked).toHaveLength(2);
  expect(asked[1]?.body).toEqual({
    agent_id: 'clerk',
    session_id: 'ses_1',
    user_id: 'ada',
    input: `I did not answer “${subject}” in time. If it is still needed, please ask me again.`,
  });
});

test('offers to ask again only about an expired request', () => {
  renderWithClient(
    createFakeClient(),
    <Confirm.Card request={authorizationRequest()} settlement={{ outcome: 'cancelled' }} />,
  );
  expect(screen.queryByRole('button')).toBeNull();
});

test('“Always deny” selects “Always”, and the button shows it and saves the shown rule', async () => {
  const onRespond = vi.fn();
  renderCard(<Confirm.Card request={authorizationRequest()} onRespond={onRespond} />);
  await choose('Always deny…');
  expect(screen.getByRole('combobox', { name: /^Remember/ })).toHaveDisplayValue('Always');
  await userEvent.click(button('Always deny'));
  expect(onRespond.mock.lastCall?.[0]).toMatchObject({
    action: 'deny',
    remember: { scope: 'always', deny_patterns: ['bash(npm run lint)'] },
  });
});
