import type { Problem } from '@hitl/protocol/endpoints';
import { expect, test } from 'vitest';
import { served } from './served.fixture.ts';

const ASKED = { session_id: 's', tool_call_id: 'c', title: 'Which?' };

test.each([
  ['/runs', {}, 'agent_id: expected a text, it is missing'],
  ['/runs', { agent_id: 'a', input: 5 }, 'input: expected a text, got a number'],
  [
    '/interactions',
    { ...ASKED, type: 'choice' },
    'type: expected one of input, select, confirm, combined',
  ],
  [
    '/interactions',
    { ...ASKED, type: 'select', options: ['a'] },
    'options.0: expected an object, got a text',
  ],
])('a malformed body of %s is explained in plain words: %j', async (path, body, why) => {
  const refused = await (await served()).post<Problem>(path, body);
  expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  expect(refused.body.detail).toMatch(new RegExp(`malformed: ${why}$`));
});

const CALL = {
  session_id: 's',
  tool_call_id: 'c',
  tool_name: 't',
  tool_args: { a: 'x'.repeat(50_000) },
};
const QUESTION = { ...ASKED, type: 'select', options: [{ value: 'a', label: 'A' }] };

test.each([
  [{ ...CALL, title: 'x'.repeat(2001) }, 'title', '2001 characters; expected at most 2000'],
  [
    { ...CALL, description: 'x'.repeat(30_000) },
    'description',
    '30000 characters; expected at most 10000',
  ],
  [{ ...CALL, description: '\n'.repeat(200) }, 'description', '201 lines; expected at most 200'],
  [{ ...CALL, reason: 'x'.repeat(2001) }, 'reason', '2001 characters; expected at most 2000'],
  [{ ...CALL, tool_name: 'x'.repeat(257) }, 'tool_name', '257 characters; expected at most 256'],
  [{ ...CALL, agent_id: 'x'.repeat(257) }, 'agent_id', '257 characters; expected at most 256'],
  [{ ...QUESTION, title: 'x'.repeat(2001) }, 'title', '2001 characters; expected at most 2000'],
  [
    { ...QUESTION, options: [{ value: 'a', label: 'x'.repeat(2001) }] },
    'options.0.label',
    '2001 characters; expected at most 2000',
  ],
  [
    {
      ...ASKED,
      type: 'combined',
      interactions: [{ id: 'a', type: 'input', title: '', description: 'x'.repeat(10_001) }],
    },
    'interactions.0.description',
    '10001 characters; expected at most 10000',
  ],
])('words that are too long to read are refused (case %#)', async (asked, path, why) => {
  const on = await served();
  const refused = await on.post<Problem>('/interactions', asked);
  expect(refused).toMatchObject({
    status: 400,
    body: { code: 'invalid_request', errors: [{ path, message: `has ${why}` }] },
  });
  const most = {
    title: 'x'.repeat(2000),
    description: 'x'.repeat(10_000),
    reason: 'x'.repeat(2000),
  };
  expect((await on.post('/interactions', { ...CALL, ...most })).status).toBeLessThan(300);
});

test('a user whose name is too long is refused', async () => {
  const on = await served();
  const refused = await on.post<Problem>('/interactions', { ...CALL, user_id: 'x'.repeat(257) });
  expect(refused).toMatchObject({
    status: 400,
    body: {
      errors: [
        {
          path: 'user_id',
          message: 'must be an id of 1 to 256 characters without control characters',
        },
      ],
    },
  });
});

test('a problem names the kind of a wrong value, and not the value, which may be a secret', async () => {
  const on = await served();
  const { requests } = await on.ask();
  const id = requests[0]?.id ?? '';
  const answer = { request_id: id, type: 'input', text: 31_415_926 };
  const refused = await on.post<Problem>(`/interactions/${id}/respond`, answer);
  expect(refused.body.detail).toContain('text: expected a text, got a number');
  expect(JSON.stringify(refused.body)).not.toContain('31415926');
});
