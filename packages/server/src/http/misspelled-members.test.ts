import type { InteractionRequest, Run } from '@hitl/protocol';
import type { Problem } from '@hitl/protocol/endpoints';
import { expect, test } from 'vitest';
import { approval, served } from './served.fixture.ts';

test.each([
  [{ agentId: 'agent', input: 'go' }, 'agentId', 'agent_id'],
  [{ agent_id: 'agent', input: 'go', sessionId: 's' }, 'sessionId', 'session_id'],
  [{ agent_id: 'agent', Input: 'go' }, 'Input', 'input'],
  [{ agent_id: 'agent', input: 'go', 'on-denied': 'fail_run' }, 'on-denied', 'on_denied'],
])('a run with %j is refused, with the right name', async (body, name, meant) => {
  const on = await served();
  expect(await on.post<Problem>('/runs', body)).toMatchObject({
    status: 400,
    body: {
      code: 'invalid_request',
      detail: `The body is malformed: ${name}: is not known here. Did you mean "${meant}"?`,
      errors: [{ path: name }],
    },
  });
  expect((await on.get<{ runs: Run[] }>('/runs')).body.runs).toEqual([]);
});

test('an answer that edits arguments under a misspelled name is refused, and settles nothing', async () => {
  const on = await served();
  const { requests } = await on.ask();
  const [request] = requests as [InteractionRequest];
  const path = `/interactions/${request.id}/respond`;
  const answer = approval(request);
  const edited = { ...answer, action: 'modify_args', modifiedArgs: { n: 7 } };
  for (const body of [
    { ...answer, modifiedArgs: { n: 7 } },
    edited,
    { ...answer, remember: { scope: 'always', denyPatterns: ['work(*)'] } },
  ]) {
    const refused = await on.post<Problem>(path, body);
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(refused.body.detail).toMatch(/Did you mean "(?:modified_args|deny_patterns)"\?$/);
  }
  const batch = await on.post<Problem>('/interactions/respond', { responses: [edited] });
  expect(batch.body.errors).toEqual([
    {
      path: 'responses.0.modifiedArgs',
      message: 'is not known here. Did you mean "modified_args"?',
    },
  ]);
  expect(on.ledger.runs).toEqual([]);
  expect(await on.post(path, answer)).toMatchObject({ status: 200 });
});

test('a caller’s own names are accepted: in arguments, in metadata, and unlike any known name', async () => {
  const on = await served();
  const call = {
    session_id: 's',
    tool_name: 'theirs',
    tool_call_id: 'c',
    tool_args: { agentId: 'x', toolName: 'y' },
    metadata: { sessionId: 'z' },
    somethingNew: true,
  };
  expect(await on.post('/interactions', call)).toMatchObject({ status: 201 });
});
