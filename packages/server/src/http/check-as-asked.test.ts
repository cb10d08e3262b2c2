import type { CheckResult, GateOutcome } from '@hitl/protocol';
import { expect, test } from 'vitest';
import { createHitl } from '../create-hitl.ts';
import { createScriptedModel } from '../models/scripted.ts';

const hitl = createHitl({
  agents: [
    {
      name: 'careful',
      model: createScriptedModel({ name: 'none', turns: [] }),
      approvalPolicy: [
        { when: 'deploy(*)', decision: 'auto_deny', reason: 'Not on Fridays' },
        { when: 'look(*)', decision: 'auto_approve' },
      ],
    },
  ],
});

async function post<T>(path: string, body: object): Promise<T> {
  const request = new Request(`http://localhost${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await (await hitl.fetch(request)).json()) as T;
}

test.each([
  ['careful', 'deploy', 'denied'],
  ['careful', 'look', 'allowed'],
  ['careful', 'other', 'needs_auth'],
  [undefined, 'deploy', 'needs_auth'],
])(
  'a call of a tool that the server does not have (agent %s, %s) is checked as it is decided',
  async (agent_id, tool_name, decision) => {
    const call = { tool_name, tool_args: {}, ...(agent_id !== undefined && { agent_id }) };
    const checked = await post<CheckResult>('/permissions/ann/check', call);
    const place = { session_id: 's', user_id: 'ann', tool_call_id: crypto.randomUUID() };
    const asked = await post<GateOutcome>('/interactions', { ...call, ...place });
    expect(checked.decision).toBe(decision);
    expect(asked.decision).toBe(decision === 'needs_auth' ? 'pending' : decision);
    expect(checked.reason).toBe(asked.reason ?? asked.interaction_request?.reason);
  },
);
