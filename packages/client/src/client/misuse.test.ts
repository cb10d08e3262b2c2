import { expect, test } from 'vitest';
import { createHitlClient } from './client.ts';

const reached: string[] = [];
const client = createHitlClient({
  baseUrl: 'http://localhost:1',
  fetch: async ({ url }) => {
    reached.push(url);
    return Response.json({});
  },
});

/** A call from untyped code. */
function untyped(name: string, ...args: unknown[]): Promise<unknown> {
  return Promise.resolve(Reflect.apply(Reflect.get(client, name), client, args));
}

test.each([
  [
    'respond',
    ['int_1', { action: 'approve' }],
    'respond: expected an object with its fields, got a string',
  ],
  ['createRun', ['Hello'], 'create run: expected an object with its fields, got a string'],
  ['control', ['run_1', 'pause'], 'control run: expected an object with its fields, got a string'],
  ['allow', ['ann', 'bash(ls)'], 'allow: expected an object with its fields, got a string'],
  ['allow', ['ann'], 'allow: expected an object with its fields, got nothing'],
  ['respond', [], 'respond: expected an object with its fields, got nothing'],
  ['control', [], 'control run: expected an object with its fields, got nothing'],
  ['respond', [{ type: 'confirm' }], 'interaction_id is undefined; expected an id as a string'],
  ['getRun', [''], 'run_id is empty; expected an id as a string'],
])('%s%j is refused before anything is sent, with what was expected', async (name, args, said) => {
  await expect(untyped(name, ...args)).rejects.toMatchObject({
    code: 'bad_call',
    message: expect.stringContaining(said),
  });
  expect(reached).toEqual([]);
});

test.each(['baseURL', 'base_url', 'timeout', 'retries'])(
  'the option %s is refused with a list of the valid ones',
  (name) => {
    const create = (): unknown => Reflect.apply(createHitlClient, undefined, [{ [name]: 'x' }]);
    expect(create).toThrow(TypeError);
    expect(create).toThrow(
      `createHitlClient has no option ${name}. It has baseUrl, fetch, token, headers,`,
    );
  },
);

test('outside of a page a client needs an absolute URL, and says so', async () => {
  await expect(createHitlClient().listAgents()).rejects.toMatchObject({
    code: 'bad_call',
    message:
      'list agents cannot be sent: "" is relative, and there is no page: pass an absolute baseUrl, such as "http://localhost:8787".',
  });
});

test('an unreachable server is named in the error', async () => {
  const lost = createHitlClient({
    baseUrl: 'http://localhost:1/hitl',
    fetch: () => Promise.reject(new TypeError('fetch failed')),
  });
  await expect(lost.listAgents()).rejects.toMatchObject({
    code: 'network',
    message: 'list agents: the server at http://localhost:1/hitl could not be reached.',
  });
});

test('an undefined member of a response counts as absent', async () => {
  const bodies: string[] = [];
  const taking = createHitlClient({
    fetch: async (request) => {
      bodies.push(await request.text());
      return Response.json({});
    },
  });
  const note: string | undefined = undefined;
  await taking.respond({ request_id: 'int_1', type: 'confirm', confirmed: true, note });
  expect(bodies).toEqual(['{"request_id":"int_1","type":"confirm","confirmed":true}']);
});
