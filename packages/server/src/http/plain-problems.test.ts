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

test('a problem names the kind of a wrong value, and not the value, which may be a secret', async () => {
  const on = await served();
  const { requests } = await on.ask();
  const id = requests[0]?.id ?? '';
  const answer = { request_id: id, type: 'input', text: 31_415_926 };
  const refused = await on.post<Problem>(`/interactions/${id}/respond`, answer);
  expect(refused.body.detail).toContain('text: expected a text, got a number');
  expect(JSON.stringify(refused.body)).not.toContain('31415926');
});
