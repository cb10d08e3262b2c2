import type { InteractionResponse } from '@hitl/protocol';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { QuestionRaised, type Tool, type ToolContext } from '../agents/tool.ts';
import { createCommandTool, type CommandToolOptions } from './command.ts';
import { temporaryFolder, toolContext } from './tools.fixture.ts';

const PARAMETERS = { type: 'object', properties: { env: { type: 'string' } } };

/** A tool whose program is a bash script. */
async function toolFrom(script: string, rest: Partial<CommandToolOptions> = {}): Promise<Tool> {
  const workspace = await temporaryFolder();
  const command = ['bash', '-c', script] as const;
  return createCommandTool({ name: 'deploy', command, parameters: PARAMETERS, workspace, ...rest });
}

async function run(script: string, args = {}, context: Partial<ToolContext> = {}) {
  return (await toolFrom(script)).execute(args, toolContext(context));
}

const answer = (text: string): InteractionResponse => ({ request_id: 'i', type: 'input', text });

test('passes the arguments as one JSON object on stdin and returns stdout unchanged', async () => {
  expect(await run('cat; echo', { env: 'prod "ä"' })).toEqual({
    content: '{"env":"prod \\"ä\\""}\n',
  });
});

test('runs the program itself, in the workspace, without a shell', async () => {
  const workspace = await temporaryFolder();
  await writeFile(join(workspace, 'tool'), '#!/bin/sh\npwd; echo "$1"\n');
  await chmod(join(workspace, 'tool'), 0o755);
  const command = ['./tool', '$HOME; ls'] as const;
  const tool = createCommandTool({ name: 't', command, parameters: PARAMETERS, workspace });
  expect(await tool.execute({}, toolContext())).toEqual({ content: `${workspace}\n$HOME; ls\n` });
});

test('passes on the variables it names, the usual five and the ids of the call', async () => {
  vi.stubEnv('DEPLOY_TOKEN', 'token');
  vi.stubEnv('OPENAI_API_KEY', 'sk-test');
  onTestFinished(() => void vi.unstubAllEnvs());
  const tool = await toolFrom('env', { env: ['DEPLOY_TOKEN', 'NOT_SET', 'HITL_RUN_ID'] });
  const output = await tool.execute({}, toolContext({ runId: 'r' }));
  expect(output).toMatchObject({ content: expect.stringContaining('DEPLOY_TOKEN=token\n') });
  expect(output).toMatchObject({ content: expect.stringContaining('HITL_RUN_ID=r\n') });
  expect(output).toMatchObject({ content: expect.not.stringMatching(/OPENAI|NOT_SET|VITEST/) });
});

test('fails with the exit code and the last lines of stderr', async () => {
  const script = 'for n in $(seq 1 100); do echo "line $n" >&2; done; echo partial; exit 2';
  const lines = Array.from({ length: 20 }, (_, index) => `line ${81 + index}`).join('\n');
  await expect(run(script)).rejects.toThrow(new Error(`exit code 2\n${lines}`));
});

test('fails with the signal that killed it, and with its time limit', async () => {
  await expect(run('kill -KILL $$')).rejects.toThrow('killed by SIGKILL');
  const slow = await toolFrom('sleep 600', { timeoutMs: 100 });
  await expect(slow.execute({}, toolContext())).rejects.toThrow('it took longer than 100 ms');
});

test('ends with the reason of the abort', async () => {
  const controller = new AbortController();
  const work = run('sleep 600', {}, { signal: controller.signal });
  const reason = new Error('aborted by a person');
  controller.abort(reason);
  await expect(work).rejects.toBe(reason);
});

test('cuts a long stdout and reports its size', async () => {
  const tool = await toolFrom('yes | head -c 5000', { maxOutputBytes: 100 });
  const output = await tool.execute({}, toolContext());
  expect(output).toEqual({ content: expect.stringMatching(/… \[cut: 5000 bytes in all\]$/) });
});

test('asks the question on stdout with exit code 101', async () => {
  const asks = `echo '{"type":"select","title":"Where?","metadata":{"hint":1},"options":[{"value":"eu","label":"Europe"}],"purpose":"authorization","tool_name":"bash"}'; exit 101`;
  const error = await run(asks).catch((raised: unknown) => raised);
  expect(error).toBeInstanceOf(QuestionRaised);
  // The server sets all other members of a request: a question is never an authorization.
  expect(error).toMatchObject({
    key: undefined,
    question: {
      id: expect.any(String),
      type: 'select',
      title: 'Where?',
      metadata: { hint: 1 },
      required: true,
      multiple: false,
      allow_other: false,
      options: [{ value: 'eu', label: 'Europe' }],
    },
  });
  expect(error).not.toHaveProperty('question.purpose');
  expect(error).not.toHaveProperty('question.tool_name');
});

test.each([
  ['', /stdout is not one: Unexpected end of JSON input/],
  ['[]', /stdout is not one: it is not a JSON object/],
  ['{"type":"input"}', /stdout is not one: title: /],
  ['{"type":"input","title":" "}', /stdout is not one: title: must not be empty/],
  ['{"type":"guess","title":"x"}', /stdout is not one: type: /],
  ['{"type":"select","title":"x","options":[]}', /stdout is not one: options: /],
])('fails if exit code 101 is combined with %j', async (stdout, message) => {
  await expect(run(`printf '%s' '${stdout}'; exit 101`)).rejects.toThrow(message);
});

test('gives all answers on descriptor 3, none of them at first', async () => {
  expect(await run('cat <&3')).toEqual({ content: '[]' });
  const answers = [answer('one'), answer('two')];
  expect(await run('cat <&3', {}, { answers })).toEqual({ content: JSON.stringify(answers) });
});

const SHOW_VARIABLE = 'printf %s "${HITL_INTERACTION_RESPONSE-unset}"';

test('gives the last answer in a variable', async () => {
  expect(await run(SHOW_VARIABLE)).toEqual({ content: 'unset' });
  const answers = [answer('one'), answer('two')];
  expect(await run(SHOW_VARIABLE, {}, { answers, secretAnswers: [0] })).toEqual({
    content: JSON.stringify(answers[1]),
  });
});

test('keeps a secret answer out of the environment, where other processes can read it', async () => {
  const answers = [answer('one'), answer('secret')];
  const content = 'unset';
  expect(await run(SHOW_VARIABLE, {}, { answers, secretAnswers: [1] })).toEqual({ content });
  const { secretAnswers: _unknown, ...context } = toolContext({ answers });
  expect(await (await toolFrom(SHOW_VARIABLE)).execute({}, context)).toEqual({ content });
  expect(await run('cat <&3', {}, { answers, secretAnswers: [1] })).toEqual({
    content: JSON.stringify(answers),
  });
});

test('keeps an answer of more than 64 KiB out of the environment', async () => {
  const frame = Buffer.byteLength(JSON.stringify(answer('')));
  const longest = [answer('x'.repeat(65_536 - frame))];
  const tooLong = [answer('x'.repeat(65_537 - frame))];
  const count = 'printf %s "${#HITL_INTERACTION_RESPONSE}"';
  expect(await run(count, {}, { answers: longest })).toEqual({ content: '65536' });
  expect(await run(count, {}, { answers: tooLong })).toEqual({ content: '0' });
  expect(await run('wc -c <&3', {}, { answers: tooLong })).toEqual({ content: '65539\n' });
});

test('can ask repeatedly', async () => {
  const script = `
    case "$(cat <&3)" in
      '[]') echo '{"type":"input","title":"First?"}'; exit 101;;
      *one*two*) echo deployed;;
      *) echo '{"type":"input","title":"Second?"}'; exit 101;;
    esac`;
  await expect(run(script)).rejects.toMatchObject({ question: { title: 'First?' } });
  await expect(run(script, {}, { answers: [answer('one')] })).rejects.toMatchObject({
    question: { title: 'Second?' },
  });
  expect(await run(script, {}, { answers: [answer('one'), answer('two')] })).toEqual({
    content: 'deployed\n',
  });
});

test('is never run again automatically unless configured, and leaves consent to the policy', async () => {
  const tool = await toolFrom('true');
  expect(tool.effects).toBe('at_most_once');
  expect(tool.requiresConsent).toBeUndefined();
  expect(tool.permission).toBeUndefined();
  const permission = { kind: 'text', arg: 'env', safeArgs: [] } as const;
  expect(await toolFrom('true', { effects: 'keyed', permission })).toMatchObject({
    effects: 'keyed',
    permission,
  });
});

test('refuses an invalid definition', async () => {
  await expect(toolFrom('true', { name: 'no blanks' })).rejects.toThrow(TypeError);
});
