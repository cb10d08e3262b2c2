import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  approvalOf,
  createHitlClient,
  createSessionStore,
  denialOf,
  type HitlClient,
} from '@hitl/client';
import type { InteractionRequest, InteractionResponse } from '@hitl/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDemo, type Demo } from './demo.ts';
import { resetWorkspace } from './workspace.ts';

type Answer = Omit<InteractionResponse, 'request_id' | 'type'>;

let folder: string;
let demo: Demo;
let client: HitlClient;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hitl-demo-scripts-'));
  demo = await startDemo({
    folder,
    port: 0,
    auth: 'none',
    env: {},
    onError: (error) => {
      throw error;
    },
  });
  client = createHitlClient({ baseUrl: demo.url });
});

afterAll(async () => {
  await demo.close();
  await rm(folder, { recursive: true, force: true });
});

/** Denies by command, path or question, or answers; everything else is allowed. */
type Answers = Readonly<Record<string, Answer | { readonly deny: string }>>;

/** Opens a conversation on a fresh copy of the project. */
async function begin(agent: string) {
  await resetWorkspace(demo.workspace);
  const sessionId = crypto.randomUUID();
  const store = createSessionStore(client, sessionId);

  /** Sends a message, answers all requests, and returns the agent's last text. */
  async function say(input: string, answers: Answers = {}): Promise<string> {
    const run = await store.send({ agent_id: agent, input, user_id: 'you' });
    const answered = new Set<string>();
    return new Promise((resolve, reject) => {
      const stop = store.subscribe(look);
      function look(): void {
        const { pending, messages, run: newest } = store.getSnapshot();
        for (const request of pending) {
          if (answered.has(request.id) || request.root_run_id !== run.id) continue;
          answered.add(request.id);
          client.respond(answerTo(request, answers)).catch(reject);
        }
        if (newest?.id !== run.id || newest.status === 'running' || pending.length > 0) return;
        if (newest.status === 'suspended') return;
        stop();
        resolve(messages.at(-1)?.content ?? '');
      }
      look();
    });
  }

  /** Sends a message and waits until the agent asks. */
  async function ask(input: string): Promise<void> {
    await store.send({ agent_id: agent, input, user_id: 'you' });
    await new Promise<void>((resolve) => {
      const stop = store.subscribe(() => {
        if (store.getSnapshot().pending.length === 0) return;
        stop();
        resolve();
      });
    });
  }
  return { say, ask };
}

function answerTo(request: InteractionRequest, answers: Answers): InteractionResponse {
  const { command, path, prompt, file } = request.tool_args;
  const answer = answers[String(command ?? path ?? prompt ?? file)];
  if (answer !== undefined && 'deny' in answer) {
    return denialOf(request, answer.deny);
  }
  if (answer === undefined) return approvalOf(request);
  return { request_id: request.id, type: request.type, ...answer };
}

const read = (path: string) => readFile(join(demo.workspace, path), 'utf8');

const NO = { deny: '' };

const QUESTIONS: Answers = {
  'How should I repair it?': { selected_values: ['helper'] },
  'Anything I should keep in mind for the change?': { text: 'No' },
};

describe('the agent that repairs a test', () => {
  test('makes the chosen change, and reports the test results', async () => {
    const { say } = await begin('repairer');
    expect(await say('Repair it', QUESTIONS)).toMatch(
      /^Done: the total now counts every piece, and all tests pass\.\n/,
    );
    expect(await read('src/cart.js')).toContain('cents + priceOf(item)');
    expect(await say('Thank you')).toMatch(/^I only follow a script/);
  });

  test('leaves the file unchanged after a denial, and starts over when asked', async () => {
    const { say } = await begin('repairer');
    const denied = { ...QUESTIONS, 'npm test': NO, 'src/cart.js': { deny: 'Ask Ann first.' } };
    expect(await say('Repair it', denied)).toBe(
      'I left src/cart.js as it is. You said: “Ask Ann first”. Say “again” and I will start over.',
    );
    const declined = { ...QUESTIONS, 'npm run lint': NO, 'How should I repair it?': NO };
    expect(await say('Again, please', declined)).toMatch(/^Done: /);
  });
});

test('the agent that prepares a release shows the typed version as text, not JSON', async () => {
  const { say } = await begin('batch');
  const own = {
    'npm run lint': NO,
    'Which version will it be?': { selected_values: [], other: '2.0.0-rc.1' },
  };
  expect(await say('Prepare it', own)).toBe(
    'Version 2.0.0-rc.1 it is. The release notes are in NOTES.md.',
  );
  expect(await say('again', { ...own, 'NOTES.md': NO })).toContain('because you denied them');
  expect(await say('again', { ...own, 'Which version will it be?': NO })).toContain(
    'did not choose a version',
  );
});

test('the agent that cleans up accepts a denial', async () => {
  const { say } = await begin('cleaner');
  const command = 'rm -rf ./build && echo removed';
  expect(await read('build/cart.js')).toContain('export');
  expect(await say('Clean up')).toBe('The build folder is gone.');
  await expect(read('build/cart.js')).rejects.toThrow('ENOENT');
  expect(await say('again', { [command]: { deny: 'I need it.' } })).toBe(
    'I left the build folder as it is. You said: “I need it”.',
  );
  expect(await say('again', { [command]: NO })).toMatch(/^I left the build folder as it is\. Say/);
});

const changedTo = (modified_args: Record<string, unknown>): Answer => ({
  action: 'modify_args',
  modified_args,
});

test.each([
  ['cleaner', 'rm -rf ./build && echo removed', { command: 'echo kept' }],
  ['hurried', 'npm run lint', { command: 'echo no lint' }],
  ['exporter', 'orders.csv', { file: 'few.csv', orders: 2 }],
  ['batch', 'NOTES.md', { path: 'CHANGES.md', content: '# Changes' }],
  [
    'repairer',
    'src/cart.js',
    {
      path: 'src/cart.js',
      old_text: 'cents + item.price',
      new_text: 'cents + item.quantity * item.price',
    },
  ],
])('the agent %s does not claim what an edited call has not done', async (agent, call, args) => {
  const { say } = await begin(agent);
  const version = { 'Which version will it be?': { selected_values: ['1.0.1'] } };
  expect(await say('Go on', { ...QUESTIONS, ...version, [call]: changedTo(args) })).toMatch(
    /(as|what) you changed|with your change/,
  );
});

test('the agent with little time says whether it was denied', async () => {
  const { say } = await begin('hurried');
  expect(await say('Check the style', { 'npm run lint': NO })).toMatch(
    /^I did not run the linter, as you said/,
  );
  expect(await say('again')).toBe('Lint passes.');
});

test('the agent with a long task reports when it is done', async () => {
  const { say } = await begin('exporter');
  expect(await say('Export', { 'orders.csv': NO })).toContain('I exported nothing.');
  expect(await say('again')).toBe('All 1,200 orders are in orders.csv.');
  expect(await read('orders.csv')).toContain('1200,120000');
});

test('the agent with a form repeats the answers in prose', async () => {
  const { say } = await begin('planner');
  const form = (confirmed: boolean): Answers => ({
    'About the announcement': {
      responses: [
        { request_id: 'headline', type: 'input', text: 'Carts' },
        { request_id: 'audience', type: 'select', selected_values: ['press', 'partners'] },
        { request_id: 'details', type: 'input', text: '' },
        { request_id: 'publish', type: 'confirm', confirmed },
      ],
    },
  });
  expect(await say('Announce it', form(true))).toBe(
    'Thank you. “Carts” goes out now, to: press, partners.',
  );
  expect(await say('again', form(false))).toContain('stays a draft');
  expect(await say('again', { 'About the announcement': NO })).toContain(
    'I will not write an announcement',
  );
});

test('the agent that asks another one passes on its words, which differ each time', async () => {
  const { say } = await begin('lead');
  expect(await say('Review it')).toBe(
    'The reviewer says: The total ignores quantities. One test shows it.',
  );
  expect(await say('again', { 'node --test test/cart.test.js': NO })).toContain('I only read');
});

test('a message supersedes a pending request', async () => {
  const { ask, say } = await begin('cleaner');
  await ask('Clean up');
  expect(await say('Leave that. What else can you do?')).toMatch(/^I only follow a script/);
});
