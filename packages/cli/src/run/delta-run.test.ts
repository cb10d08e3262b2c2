import { existsSync, readlinkSync, statSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { agentFolder, ask, bash, textOf } from '../../tests/run.fixture.ts';

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const SLOW = { timeout: 180_000 };

describe('a run without questions', () => {
  test('exits with 0, its answer on stdout and COMPLETED', SLOW, async () => {
    const folder = await agentFolder([{ text: 'All done.' }]);
    const ended = await folder.delta(['run']);
    expect(ended).toMatchObject({ code: 0, stdout: 'All done.\n', stderr: '' });
    const metadata = folder.metadata();
    expect(metadata).toMatchObject({ status: 'COMPLETED', iterations: 1 });
    expect(metadata.run_id).toMatch(UUID_V4);
    expect(readlinkSync(folder.paths.latest)).toBe(metadata.run_id);
    expect(existsSync(folder.paths.interaction)).toBe(false);
  });

  test('writes a journal of complete lines with increasing numbers', SLOW, async () => {
    const folder = await agentFolder([bash('echo hi'), { text: 'Done' }], {
      tool_policies: { bash: 'allow' },
    });
    expect((await folder.delta(['run'])).code).toBe(0);
    const lines = folder.journal();
    expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, index) => index + 1));
    expect(lines[0]?.type).toBe('RUN_START');
    expect(lines.at(-1)?.type).toBe('RUN_END');
    expect(lines.filter(({ type }) => type === 'ACTION_REQUEST')).toHaveLength(1);
    expect(folder.results()).toMatchObject([
      { action_id: 'bash_1', tool_name: 'bash', status: 'SUCCESS', observation_content: 'hi\n' },
    ]);
  });

  test('that fails exits with 1, the reason on stderr and FAILED', SLOW, async () => {
    const folder = await agentFolder([{ error: 'the model is away' }]);
    const ended = await folder.delta(['run']);
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toContain('the model is away');
    expect(folder.metadata().status).toBe('FAILED');
  });

  test('is followed by a new one, and LATEST points to that', SLOW, async () => {
    const folder = await agentFolder([{ text: 'Done' }]);
    await folder.delta(['run']);
    const first = folder.metadata().run_id;
    expect((await folder.delta(['run', '-m', 'Again'])).code).toBe(0);
    expect(folder.metadata().run_id).not.toBe(first);
    expect(await readdir(folder.paths.runs)).toHaveLength(3);
  });

  test('reports its outcome to programs as one JSON value on stdout', SLOW, async () => {
    const folder = await agentFolder([{ text: 'Done' }]);
    const { stdout } = await folder.delta(['run', '--format', 'json']);
    expect(JSON.parse(stdout)).toEqual({
      run_id: folder.metadata().run_id,
      status: 'COMPLETED',
      response: 'Done',
      error: null,
      interaction: null,
    });
  });
});

describe('a question without -i', () => {
  test('is stored in the mailbox, and the process exits with 101', SLOW, async () => {
    const folder = await agentFolder([ask('Which colour?'), { text: 'x' }]);
    const { code, stdout } = await folder.delta(['run']);
    expect(code).toBe(101);
    expect(stdout).toContain(
      `Agent paused. Provide a response in ${folder.paths.response} and re-run 'delta run' to continue.`,
    );
    const request = folder.request();
    expect(Object.keys(request ?? {})).toEqual([
      'request_id',
      'timestamp',
      'prompt',
      'input_type',
      'sensitive',
    ]);
    expect(request).toMatchObject({
      prompt: 'Which colour?',
      input_type: 'text',
      sensitive: false,
    });
    expect(request?.request_id).toMatch(UUID_V4);
    expect(request?.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(statSync(folder.paths.request).mode & 0o777).toBe(0o600);
    expect(folder.metadata().status).toBe('WAITING_FOR_INPUT');
  });

  test('is answered once by response.txt, in the same run', SLOW, async () => {
    const folder = await agentFolder([
      ask('Which colour?'),
      { text: 'You said {{ask_Which_colour_}}' },
    ]);
    await folder.delta(['run']);
    const { run_id } = folder.metadata();
    await folder.answer('Blue\n');
    expect(await folder.delta(['run'])).toMatchObject({ code: 0, stdout: 'You said Blue\n' });
    expect(folder.metadata()).toMatchObject({ run_id, status: 'COMPLETED' });
    expect(await readdir(folder.paths.interaction)).toEqual([]);
    expect(folder.results()).toMatchObject([
      { tool_name: 'ask_human', status: 'SUCCESS', observation_content: 'Blue' },
    ]);
  });

  test('stays the same without an answer, however often it is run', SLOW, async () => {
    const folder = await agentFolder([
      ask('Which colour?'),
      { text: 'You said {{ask_Which_colour_}}' },
    ]);
    await folder.delta(['run']);
    const request = folder.request();
    const { run_id } = folder.metadata();
    for (const _ of [1, 2]) {
      const again = await folder.delta(['run']);
      expect(again.code).toBe(101);
      expect(again.stdout).toContain('Agent paused.');
      expect(folder.request()).toEqual(request);
      expect(folder.metadata()).toMatchObject({ run_id, status: 'WAITING_FOR_INPUT' });
    }
    await folder.answer('Green');
    expect((await folder.delta(['run'])).stdout).toBe('You said Green\n');
    expect(folder.metadata().run_id).toBe(run_id);
  });

  test('is not answered by an older file', SLOW, async () => {
    const folder = await agentFolder([ask('Which colour?'), { text: 'x' }]);
    await folder.answer('stale');
    expect((await folder.delta(['run'])).code).toBe(101);
    expect(existsSync(folder.paths.response)).toBe(false);
    expect((await folder.delta(['run'])).code).toBe(101);
    expect(folder.results()).toEqual([]);
  });

  test('is asked again with the same id after the mailbox was deleted by hand', SLOW, async () => {
    const folder = await agentFolder([ask('Which colour?'), { text: 'x' }]);
    await folder.delta(['run']);
    const request = folder.request();
    await rm(folder.paths.interaction, { recursive: true });
    expect((await folder.delta(['run'])).code).toBe(101);
    expect(folder.request()).toEqual(request);
  });

  test('has its own id each time, and old answers never reach the next one', SLOW, async () => {
    const folder = await agentFolder([
      ask('One?'),
      ask('Two?'),
      ask('Three?'),
      { text: '{{ask_One_}} {{ask_Two_}} {{ask_Three_}}' },
    ]);
    const ids = new Set<string | undefined>();
    for (const answer of ['1', '2', '3']) {
      expect((await folder.delta(['run'])).code).toBe(101);
      ids.add(folder.request()?.request_id);
      expect(existsSync(folder.paths.response)).toBe(false);
      await folder.answer(answer);
    }
    expect((await folder.delta(['run'])).stdout).toBe('1 2 3\n');
    expect(ids.size).toBe(3);
    expect(folder.results()).toHaveLength(3);
  });

  test(
    'is asked one at a time, and nothing of its message runs before the last answer',
    SLOW,
    async () => {
      const folder = await agentFolder(
        [
          {
            tool_calls: [
              { id: 'a', name: 'ask_human', args: { prompt: 'One?' } },
              { id: 'b', name: 'bash', args: { command: 'echo ran >> ledger' } },
              { id: 'c', name: 'ask_human', args: { prompt: 'Two?' } },
            ],
          },
          { text: '{{a}} {{c}}' },
        ],
        { tool_policies: { bash: 'allow' } },
      );
      await folder.delta(['run']);
      expect(folder.request()?.prompt).toBe('One?');
      await folder.answer('1');
      expect((await folder.delta(['run'])).code).toBe(101);
      expect(folder.request()?.prompt).toBe('Two?');
      expect(await textOf(`${folder.path}/ledger`)).toBe('');
      await folder.answer('2');
      expect((await folder.delta(['run'])).stdout).toBe('1 2\n');
      expect(await textOf(`${folder.path}/ledger`)).toBe('ran\n');
      expect(folder.results().map(({ action_id }) => action_id)).toEqual(['a', 'b', 'c']);
    },
  );

  test('without a prompt is an error result, and no person is asked', SLOW, async () => {
    const folder = await agentFolder([
      { tool_calls: [{ id: 'a', name: 'ask_human', args: { prompt: ' ' } }] },
      { text: 'Went on' },
    ]);
    expect(await folder.delta(['run'])).toMatchObject({ code: 0, stdout: 'Went on\n' });
    expect(folder.results()).toMatchObject([{ status: 'ERROR' }]);
  });

  test('may have any input type, which is passed on', SLOW, async () => {
    const folder = await agentFolder([ask('When?', { input_type: 'date' }), { text: 'x' }]);
    await folder.delta(['run']);
    expect(folder.request()).toMatchObject({ input_type: 'date' });
  });

  test('for yes or no accepts nothing else', SLOW, async () => {
    const folder = await agentFolder([
      ask('Sure?', { input_type: 'confirmation' }),
      { text: '{{ask_Sure_}}' },
    ]);
    await folder.delta(['run']);
    for (const wrong of ['', 'maybe', 'yes please']) {
      await folder.answer(wrong);
      const refused = await folder.delta(['run']);
      expect(refused.code).toBe(101);
      expect(refused.stderr).toContain('The answer must be yes or no.');
      expect(folder.metadata().status).toBe('WAITING_FOR_INPUT');
    }
    await folder.answer('Y\n');
    expect((await folder.delta(['run'])).stdout).toBe('yes\n');
  });

  test('with options lists them, and accepts a value or its number', SLOW, async () => {
    const interaction = {
      type: 'select',
      options: [
        { value: 'red', label: 'Red' },
        { value: 'blue', label: 'Blue' },
      ],
    };
    const folder = await agentFolder([ask('Which?', { interaction }), { text: '{{ask_Which_}}' }]);
    await folder.delta(['run']);
    expect(folder.request()?.prompt).toBe(
      'Which?\n  1. red (Red)\n  2. blue (Blue)\nA value or its number.',
    );
    await folder.answer('purple');
    expect((await folder.delta(['run'])).stderr).toContain('"purple" is not an option');
    await folder.answer('2');
    expect((await folder.delta(['run'])).stdout).toBe('{"selected_values":["blue"]}\n');
  });

  test('in several parts is asked part by part, and given answers are kept', SLOW, async () => {
    const interaction = {
      type: 'combined',
      interactions: [
        { id: 'name', type: 'input', title: 'Your name?' },
        { id: 'ok', type: 'confirm', title: 'Shall it go out?' },
      ],
    };
    const folder = await agentFolder([
      ask('Details', { interaction }),
      { text: '{{ask_Details}}' },
    ]);
    await folder.delta(['run']);
    const first = folder.request();
    const prompt = 'Details\n\n(1 of 2) Your name?';
    expect(first).toMatchObject({ prompt, input_type: 'text' });
    await folder.answer('Ada');
    expect((await folder.delta(['run'])).code).toBe(101);
    const second = folder.request();
    expect(second?.prompt).toBe('Details\n\n(2 of 2) Shall it go out?');
    expect(second?.input_type).toBe('confirmation');
    expect(second?.request_id).toMatch(UUID_V4);
    expect(second?.request_id).not.toBe(first?.request_id);
    await folder.answer('yes');
    const { stdout } = await folder.delta(['run']);
    expect(JSON.parse(stdout)).toMatchObject({
      responses: [{ text: 'Ada' }, { confirmed: true }],
    });
  });
});

describe('a tool that needs consent', () => {
  const turns = [bash('echo ran >> ledger'), { text: 'Result: {{bash_1}}' }];

  test(
    'is shown in full in a request, and runs once after a yes, which is not remembered',
    SLOW,
    async () => {
      const folder = await agentFolder(turns);
      await folder.delta(['run']);
      expect(folder.request()).toMatchObject({ input_type: 'confirmation', sensitive: false });
      expect(folder.request()?.prompt).toContain('command: echo ran >> ledger');
      await folder.answer('yes\n');
      expect((await folder.delta(['run'])).code).toBe(0);
      expect(await textOf(`${folder.path}/ledger`)).toBe('ran\n');
      const rules = await folder.delta(['permissions', 'list', '--format', 'json']);
      expect(JSON.parse(rules.stdout)).toEqual({ rules: [] });
    },
  );

  test('does not run after a no, and the agent gets the denial', SLOW, async () => {
    const folder = await agentFolder(turns);
    await folder.delta(['run']);
    await folder.answer('no');
    expect((await folder.delta(['run'])).stdout).toContain('User denied consent');
    expect(await textOf(`${folder.path}/ledger`)).toBe('');
    expect(folder.results()).toMatchObject([{ status: 'ERROR' }]);
  });

  test('runs without a question if a rule allows it', SLOW, async () => {
    const folder = await agentFolder(turns);
    await folder.delta(['permissions', 'allow', 'bash(echo ran >> ledger)']);
    expect((await folder.delta(['run'])).code).toBe(0);
    expect(await textOf(`${folder.path}/ledger`)).toBe('ran\n');
  });
});
