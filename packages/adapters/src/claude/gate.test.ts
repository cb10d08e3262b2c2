import type { Gate } from '@hitl/client/gate';
import { expect, test } from 'vitest';
import { openGate } from '../base/gate-world.fixture.ts';
import { bash, turn, type Run } from './claude-code.fixture.ts';
import { gateQuery } from './gate-query.ts';
import { createCanUseTool } from './gate.ts';
import { RECORDED } from './transcript.fixture.ts';

const once = { action: 'approve', remember: { scope: 'once' } } as const;
const session = { sessionId: 's1' };

test('five calls are pending in the inbox at once, and each gets its own decision', async () => {
  const { gates, asked, answer } = openGate();
  const done = turn(RECORDED, { canUseTool: createCanUseTool(gates[0], session) });
  // Known to rules by the names that they have for every agent.
  expect(await asked('toolu_2')).toMatchObject({
    session_id: 's1',
    tool_name: 'file_write',
    tool_args: { path: '/home/me/project/a.txt', content: 'hello' },
  });
  const path = '/home/me/project/b.txt';
  await answer('toolu_1', { action: 'answer', text: 'I did it by hand.' });
  await answer('toolu_2', { action: 'modify_args', modified_args: { path, content: 'hello' } });
  await answer('toolu_3', { action: 'deny', note: 'keep it' });
  await answer('toolu_4', {
    responses: [
      { request_id: 'question_1', type: 'select', selected_values: ['Red'] },
      { request_id: 'question_2', type: 'select', selected_values: ['S'], other: 'XXL' },
    ],
  });
  await answer('toolu_5', once);
  const { answers } = await done;
  expect(Object.fromEntries(answers)).toMatchObject({
    toolu_1: { behavior: 'deny', message: 'I did it by hand.' },
    toolu_2: { behavior: 'allow', updatedInput: { file_path: path, content: 'hello' } },
    toolu_3: { behavior: 'deny', message: expect.stringContaining('denied consent: keep it') },
    toolu_4: {
      behavior: 'allow',
      updatedInput: { answers: { 'Which colour?': 'Red', 'Which sizes?': 'S, XXL' } },
    },
    toolu_5: { behavior: 'allow', updatedInput: RECORDED[4]?.request.input },
  });
});

test('rules decide first, and a rule saved by a person decides the next call', async () => {
  const { client, gates, answer } = openGate();
  await client.allow('ann', { resource: 'bash(git status:*)' });
  await client.deny('ann', { resource: 'bash(sudo:*)' });
  const canUseTool = createCanUseTool(gates[0], { ...session, userId: 'ann' });
  const calls = [bash('b1', 'git status --short'), bash('b2', 'sudo ls'), bash('b3', 'npm test')];
  const done = turn(
    calls.map((request) => ({ request })),
    { canUseTool },
  );
  await answer('b3', { action: 'approve', remember: { scope: 'always' } });
  const { answers } = await done;
  expect([...answers.values()].map((one) => 'behavior' in one && one.behavior)).toEqual([
    'allow',
    'deny',
    'allow',
  ]);
  const next = await turn([{ request: bash('b4', 'npm test') }], { canUseTool });
  expect(next.answers.get('b4')).toEqual({
    behavior: 'allow',
    updatedInput: { command: 'npm test' },
  });
});

test('a call of a subagent names it, and a stopped run ends the turn', async () => {
  const { gates, asked, answer } = openGate();
  const canUseTool = createCanUseTool(gates[0], { ...session, runId: 'run-1' });
  const request = bash('b1', 'ls', {
    agent_id: 'sub-1',
    decision_reason: '\u001B[31mRisky\u001B[0m',
  });
  const done = turn([{ request }], { canUseTool });
  expect(await asked('b1')).toMatchObject({
    run_id: 'run-1',
    external: { reason: 'Risky', metadata: { subagent: 'sub-1' } },
  });
  await answer('b1', { action: 'abort_run' });
  expect((await done).answers.get('b1')).toMatchObject({ behavior: 'deny', interrupt: true });
});

test('texts that are too long for a card are cut, and their calls need approval', async () => {
  const { gates, asked, answer } = openGate();
  const long = 'x'.repeat(30_000);
  const question = {
    question: `Which? ${long}`,
    header: long,
    multiSelect: false,
    options: [{ label: `Red ${long}`, description: long }, { label: 'Blue' }],
  };
  const requests = [
    bash('b1', long, { title: long, description: long, decision_reason: long }),
    { tool_name: 'AskUserQuestion', tool_use_id: 'q1', input: { questions: [question] } },
  ];
  const done = turn(
    requests.map((request) => ({ request })),
    { canUseTool: createCanUseTool(gates[0], session) },
  );
  const { external, tool_args: args } = await asked('b1');
  expect(external?.description).toBe(`${long.slice(0, 9999)}…`);
  expect(external?.reason).toBe(`${long.slice(0, 1999)}…`);
  expect(args['command']).toBe(long);
  await answer('b1', once);
  await answer('q1', { selected_values: [`Red ${long}`] });
  expect(Object.fromEntries((await done).answers)).toMatchObject({
    b1: { behavior: 'allow', updatedInput: { command: long } },
    q1: { behavior: 'allow', updatedInput: { answers: { [question.question]: `Red ${long}` } } },
  });
});

test('rules cover a command in a shell that may not be bash only where both read it alike', async () => {
  const { client, gates, asked, answer } = openGate();
  await client.allow('ann', { resource: 'bash(ls:*)' });
  const request = bash('z1', 'ls *(e:touch x:)');
  const plain = bash('z2', 'ls src');
  for (const gated of [createCanUseTool, gateQuery]) {
    const hooked = gated(gates[0], { ...session, userId: 'ann', shell: 'zsh' });
    const options = typeof hooked === 'function' ? { canUseTool: hooked } : hooked;
    const ids = { z1: `${gated.name}-z1`, z2: `${gated.name}-z2` };
    const done = turn(
      [
        { request: { ...request, tool_use_id: ids.z1 } },
        { request: { ...plain, tool_use_id: ids.z2 } },
      ],
      options,
    );
    expect((await asked(ids.z1)).tool_args).toEqual({ command: 'ls *(e:touch x:)', shell: 'zsh' });
    const edited = { command: 'ls lib', shell: 'zsh' };
    await answer(ids.z1, { action: 'modify_args', modified_args: edited });
    const { answers } = await done;
    // Claude Code knows no such argument.
    expect(answers.get(ids.z1)).toEqual({ behavior: 'allow', updatedInput: { command: 'ls lib' } });
    expect(answers.get(ids.z2)).toEqual({ behavior: 'allow', updatedInput: { command: 'ls src' } });
  }
});

test('a missing answer is reported as such, for calls and for questions', async () => {
  const [gate] = openGate().gates;
  const { answers } = await turn([RECORDED[0]!, RECORDED[3]!], {
    canUseTool: createCanUseTool(gate, { ...session, expiresInMs: 1 }),
  });
  const call = answers.get('toolu_1');
  expect(call).toMatchObject({ behavior: 'deny', message: expect.stringContaining('timed out') });
  expect(call).not.toMatchObject({ message: expect.stringContaining('User denied') });
  expect(answers.get('toolu_4')).toEqual({
    behavior: 'deny',
    message: 'No one answered in time.',
  });
});

test('a question that no card can show is reported to the model, an unreachable gate to Claude Code', async () => {
  const { gates } = openGate();
  const wrong = { tool_name: 'AskUserQuestion', tool_use_id: 'q1', input: { questions: [] } };
  const { answers } = await turn([{ request: wrong }], {
    canUseTool: createCanUseTool(gates[0], session),
  });
  expect(answers.get('q1')).toMatchObject({ behavior: 'deny', message: /without questions/ });
  const away = { ...gates[0], authorize: () => Promise.reject(new Error('away')) };
  const failed = await turn([{ request: bash('b1', 'ls') }], gateQuery(away, session));
  expect(failed.answers.get('b1')).toEqual({ error: expect.stringContaining('away') });
});

test('an answer given while no host was running counts for the next one', async () => {
  const { gates, asked, answer } = openGate();
  const call = { request: bash('b1', 'make release') };
  const abortController = new AbortController();
  const lost = turn([call], {
    canUseTool: createCanUseTool(gates[0], session),
    abortController,
  });
  await asked('b1');
  abortController.abort();
  await expect(lost).rejects.toThrow(/abort/i);
  await answer('b1', once);
  const ran: unknown[] = [];
  await turn([call], gateQuery(gates[1], session), ({ command }) => ran.push(command));
  expect(ran).toEqual(['make release']);
});

test('two hosts that resume one call run it twice alone, once behind the gate', async () => {
  const call = { request: bash('b1', 'make release'), twice: true };
  const resume = (hosts: readonly object[], run: Run) =>
    Promise.all(hosts.map((host) => turn([call], host, run)));
  const alone: unknown[] = [];
  const allow = (input: Record<string, unknown>) => ({
    behavior: 'allow' as const,
    updatedInput: input,
  });
  const canUseTool = (_: string, input: Record<string, unknown>) => Promise.resolve(allow(input));
  await resume([{ canUseTool }, { canUseTool }], ({ command }) => alone.push(command));
  expect(alone).toHaveLength(2);

  const { gates } = openGate({ defaultPolicy: 'allow' });
  const ran: unknown[] = [];
  const turns = await resume(
    gates.map((gate) => gateQuery(gate, session)),
    ({ command }) => {
      ran.push(command);
      return 'released';
    },
  );
  expect(ran).toEqual(['make release']);
  // The other host, and its model, have the result.
  for (const { results } of turns) expect(results.get('b1')).toContain('released');
});

test('the result of a call is recorded, and its failure', async () => {
  const { gates } = openGate({ defaultPolicy: 'allow' });
  await turn(
    [{ request: bash('b1', 'date') }, { request: bash('b2', 'make') }],
    gateQuery(gates[0], { ...session, shell: 'bash' }),
    ({ command }) => {
      if (command === 'make') throw new Error('no rule');
      return { stdout: 'today' };
    },
  );
  const again = (gate: Gate, toolCallId: string, command: string) =>
    gate.run({ ...session, toolCallId, toolName: 'bash', toolArgs: { command } }, () => 'twice');
  expect(await again(gates[1], 'b1', 'date')).toMatchObject({
    kind: 'known',
    result: { is_success: true, output: { stdout: 'today' } },
  });
  expect(await again(gates[1], 'b2', 'make')).toMatchObject({
    kind: 'known',
    result: { is_success: false, content: 'Error: no rule' },
  });
});

test('a call does not get the answer to another call of the same id', async () => {
  const { client, gates } = openGate();
  await client.allow('ann', { resource: 'bash(echo:*)' });
  const { canUseTool, hooks } = gateQuery(gates[0], { ...session, userId: 'ann' });
  const ask = (command: string) => canUseTool('Bash', { command }, { toolUseID: 't1' });
  const allowed = { behavior: 'allow', updatedInput: { command: 'echo a' } };
  expect(await Promise.all([ask('echo a'), ask('echo a')])).toEqual([allowed, allowed]);
  await expect(ask('echo b')).rejects.toMatchObject({ code: 'unsupported_request' });
  const ended = { hook_event_name: 'PostToolUse', tool_use_id: 't1', tool_response: 'a' };
  await hooks.PostToolUse[0]?.hooks[0]?.(ended);
  await expect(ask('echo b')).rejects.toMatchObject({ code: 'idempotency_conflict' });
});
