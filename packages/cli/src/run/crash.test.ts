import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { agentFolder, ask, bash, textOf, type AgentFolder } from '../../tests/run.fixture.ts';

const killer = fileURLToPath(new URL('../../tests/kill-at.fixture.ts', import.meta.url));
const node = ['--import', killer];

/** Asks, then runs a tool that must have its effect once. */
function session(): Promise<AgentFolder> {
  return agentFolder(
    [ask('Which?'), bash('echo ran >> ledger'), { text: '{{ask_Which_}}, {{bash_1}}' }],
    { tool_policies: { bash: 'allow' } },
  );
}

/** The session, whose first process has asked and ended, with an answer that no process has read. */
async function answeredSession(): Promise<AgentFolder> {
  const folder = await session();
  const { code, stderr } = await folder.delta(['run']);
  expect(code, stderr).toBe(101);
  await folder.answer('Blue');
  return folder;
}

/** Number of changes to the disk by the next process of a session. */
async function countChanges(folder: AgentFolder): Promise<number> {
  await folder.delta(['run'], { node, env: { KILL_COUNT: `${folder.path}/changes` } });
  return Number(folder.file('changes'));
}

/** Continues like a person who finds a crashed process, and answers all questions. */
async function finish(folder: AgentFolder): Promise<{ stdout: string; told: boolean }> {
  let told = false;
  const said: string[] = [];
  for (let tries = 0; tries < 6; tries += 1) {
    const { code, stdout, stderr } = await folder.delta(['run', '--recover']);
    if (code === 0) return { stdout, told };
    said.push(stdout, stderr);
    expect(code, stderr).toBe(101);
    const request = folder.request();
    expect(request).not.toBeNull();
    const recovery = request?.prompt.includes('What happened to bash?') === true;
    told ||= recovery;
    await folder.answer(recovery ? 'mark_done ran' : 'Blue');
  }
  throw new Error(`it never came to an end: ${said.join('')}`);
}

/** Nothing was lost, asked twice or done twice, and every file is readable. */
async function expectWhole(folder: AgentFolder): Promise<void> {
  const { stdout, told } = await finish(folder);
  expect(stdout).toMatch(/^Blue, /);
  const ran = await textOf(`${folder.path}/ledger`);
  expect(told ? ['', 'ran\n'] : ['ran\n']).toContain(ran);
  expect(folder.metadata().status).toBe('COMPLETED');
  expect(folder.request()).toBeNull();
  const lines = folder.journal();
  expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, index) => index + 1));
  const results = folder.results().map(({ action_id }) => action_id);
  expect(results).toEqual(['ask_Which_', 'bash_1']);
  const asked = lines.filter(({ payload }) => {
    const event = payload['event'] as
      | { type?: string; data?: { tool_call_id?: string } }
      | undefined;
    return event?.type === 'interaction_response' && event.data?.tool_call_id === 'ask_Which_';
  });
  expect(asked).toHaveLength(1);
}

/** Every point with HITL_KILL_POINTS=all, else every fourth one. */
const STRIDE = process.env['HITL_KILL_POINTS'] === 'all' ? 1 : 4;

/** Two at a time, because each mostly waits for a process. */
async function inPairs(
  from: number,
  to: number,
  work: (at: number) => Promise<boolean>,
): Promise<number> {
  const points = Array.from({ length: to }, (_, index) => index + 1);
  const next = points.filter((at) => at % STRIDE === from % STRIDE).values();
  let killed = 0;
  const worker = async (): Promise<void> => {
    for (const at of next) {
      if (await work(at)) killed += 1;
    }
  };
  await Promise.all([worker(), worker()]);
  return killed;
}

const MINUTES = { timeout: 15 * 60_000 };

describe.each([
  ['after', 0],
  ['half', 2],
] as const)('a process that crashes (%s a change)', (when, from) => {
  /** Whether it was killed: how often metadata.json is written depends on timing. Else it exits with `end`. */
  async function kill(folder: AgentFolder, at: number, end: number): Promise<boolean> {
    const env = { KILL_AT: String(at), KILL_WHEN: when };
    const { signal, code, stderr } = await folder.delta(['run'], { node, env });
    if (signal === null) expect(code, stderr).toBe(end);
    return signal === 'SIGKILL';
  }

  test('while it asks loses nothing, at any point', MINUTES, async () => {
    const changes = await countChanges(await session());
    const killed = await inPairs(from, changes, async (at) => {
      const folder = await session();
      const died = await kill(folder, at, 101);
      await expectWhole(folder);
      return died;
    });
    expect(killed).toBeGreaterThan(1);
  });

  test('while it reads an answer loses nothing, at any point', MINUTES, async () => {
    // Each process continues from a copy of the same state.
    const answered = await answeredSession();
    const changes = await countChanges(await answered.copy());
    const killed = await inPairs(from + 1, changes, async (at) => {
      const folder = await answered.copy();
      const died = await kill(folder, at, 0);
      if (folder.metadata().status !== 'COMPLETED') await expectWhole(folder);
      return died;
    });
    expect(killed).toBeGreaterThan(1);
  });
});
