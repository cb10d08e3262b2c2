import type { AuditTrail, Run } from '@hitl/protocol';
import { expect, describe, test } from 'vitest';
import { newLedger } from '../../src/engine/engine.fixture.ts';
import type { Tool } from '../../src/agents/tool.ts';
import { toolDigest } from '../../src/agents/tool-digest.ts';
import { createMemoryStore } from '../../src/store/memory.ts';
import { createCommandTool } from '../../src/tools/command.ts';
import { approve, deploy } from './replaced-tool.fixture.ts';

const TO = { type: 'object', properties: { to: { type: 'string' } } };

/** The parts of a tool that a deployment can change. */
const REPLACEMENTS: readonly (readonly [string, Partial<Tool>])[] = [
  [
    'another schema',
    { parameters: { ...TO, properties: { to: { type: 'string', maxLength: 9 } } } },
  ],
  ['another description', { description: 'Sends it to everybody' }],
  ['another version', { version: '2' }],
  ['another program', { source: { command: ['./other'] } }],
];

describe('a tool that was replaced while its call waited', () => {
  test.each(REPLACEMENTS)(
    'by %s is asked again, and the old approval is stale',
    async (_, change) => {
      const store = createMemoryStore();
      const ledger = newLedger();
      const before = await deploy(store, ledger, { parameters: TO });
      const { run, requests } = await before.ask();
      const [old] = requests;
      if (old === undefined) throw new Error('it should wait');
      await before.close();

      const after = await deploy(store, ledger, { parameters: TO, ...change });
      const stale = await after.post(`/interactions/${old.id}/respond`, approve(old));
      expect(stale).toMatchObject({ status: 409, body: { code: 'stale_approval' } });
      expect(ledger.runs).toEqual([]);
      const [next, ...others] = await after.pending();
      if (next === undefined) throw new Error('it should be asked again');
      expect(others).toEqual([]);
      expect(next).toMatchObject({ tool_call_id: 'call_1', args_digest: old.args_digest });
      expect(next.tool_digest).not.toBe(old.tool_digest);
      expect(await after.get(`/interactions/${old.id}`)).toMatchObject({
        body: { status: 'superseded', superseded_by: next.id },
      });
      // Repeated through any endpoint, the old approval stays stale.
      expect(await after.post(`/interactions/${old.id}/respond`, approve(old))).toMatchObject({
        status: 409,
        body: { code: 'stale_approval' },
      });
      expect(await after.get<Run>(`/runs/${run.id}`)).toMatchObject({
        body: { status: 'suspended', pending_interaction_ids: [next.id] },
      });

      expect(await after.post(`/interactions/${next.id}/respond`, approve(next))).toMatchObject({
        status: 200,
      });
      const events = await after.rest(run.id);
      expect(events.at(-1)?.type).toBe('run_completed');
      expect(ledger.runs).toHaveLength(1);
      const { body: trail } = await after.get<AuditTrail>(`/runs/${run.id}/audit`);
      expect(trail.entries.find(({ kind }) => kind === 'superseded')).toMatchObject({
        interaction_id: old.id,
        superseded_by: next.id,
      });
    },
  );

  test('is asked again through the twin routes too', async () => {
    for (const [path, body] of [
      ['/approvals/call_1/decision', { action: 'approve' }],
      ['/tool-consent', { tool_call_id: 'call_1', decision: 'allow', patterns: [] }],
    ] as const) {
      const store = createMemoryStore();
      const ledger = newLedger();
      const before = await deploy(store, ledger, { parameters: TO });
      await before.ask();
      await before.close();
      const after = await deploy(store, ledger, { parameters: TO, version: '2' });
      expect(await after.post(path, body)).toMatchObject({
        status: 409,
        body: { code: 'stale_approval' },
      });
      expect(ledger.runs).toEqual([]);
    }
  });

  test('can still be denied, and does not run', async () => {
    const store = createMemoryStore();
    const ledger = newLedger();
    const before = await deploy(store, ledger, { parameters: TO });
    const { run, requests } = await before.ask();
    await before.close();
    const after = await deploy(store, ledger, { parameters: TO, version: '2' });
    const [old] = requests;
    const denial = { request_id: old?.id, type: 'confirm', action: 'deny' };
    expect(await after.post(`/interactions/${old?.id}/respond`, denial)).toMatchObject({
      status: 200,
    });
    await after.rest(run.id);
    expect(ledger.runs).toEqual([]);
  });

  test('after it was approved, before it ran, is asked again by the next instance', async () => {
    const store = createMemoryStore();
    const ledger = newLedger();
    const calls = ['a', 'b'].map((to) => ({ id: `call_${to}`, name: 'work', args: { to } }));
    const before = await deploy(store, ledger, { parameters: TO }, calls);
    const { run, requests } = await before.ask();
    const [first, second] = requests;
    if (first === undefined || second === undefined) throw new Error('both should wait');
    // The sibling is still pending, so no call of the batch runs.
    await before.post(`/interactions/${first.id}/respond`, approve(first));
    await before.close();

    const after = await deploy(store, ledger, { parameters: TO, version: '2' }, calls);
    const denial = { request_id: second.id, type: 'confirm', action: 'deny' };
    await after.post(`/interactions/${second.id}/respond`, denial);
    await after.rest(run.id);
    expect(ledger.runs).toEqual([]);
    const [again] = await after.pending();
    if (again === undefined) throw new Error('it should be asked again');
    expect(again).toMatchObject({ tool_call_id: 'call_a', purpose: 'authorization' });
    expect(again.id).not.toBe(first.id);
    await after.post(`/interactions/${again.id}/respond`, approve(again));
    await after.rest(run.id);
    expect(ledger.runs.map(({ args }) => args)).toEqual([{ to: 'a' }]);
  });

  test('whose new schema refuses the arguments does not run, even if approved', async () => {
    const store = createMemoryStore();
    const ledger = newLedger();
    const before = await deploy(store, ledger, { parameters: TO });
    const { run, requests } = await before.ask();
    const [old] = requests;
    if (old === undefined) throw new Error('it should wait');
    await before.close();
    const parameters = { type: 'object', properties: { to: { type: 'number' } } };
    const after = await deploy(store, ledger, { parameters });
    await after.post(`/interactions/${old.id}/respond`, approve(old));
    const [next] = await after.pending();
    if (next === undefined) throw new Error('it should be asked again');
    await after.post(`/interactions/${next.id}/respond`, approve(next));
    await after.rest(run.id);
    expect(ledger.runs).toEqual([]);
  });
});

describe('a tool that is deployed again as it was', () => {
  test('keeps its approval, whatever the order of the members of its schema', async () => {
    const store = createMemoryStore();
    const ledger = newLedger();
    const before = await deploy(store, ledger, { parameters: TO, description: 'Sends it' });
    const { run, requests } = await before.ask();
    const [request] = requests;
    if (request === undefined) throw new Error('it should wait');
    await before.close();
    const parameters = { properties: { to: { type: 'string' } }, type: 'object' };
    const after = await deploy(store, ledger, { description: 'Sends it', parameters });
    expect(await after.post(`/interactions/${request.id}/respond`, approve(request))).toMatchObject(
      {
        status: 200,
      },
    );
    await after.rest(run.id);
    expect(ledger.runs).toHaveLength(1);
  });

  test('a command tool is its program: the same one has the same digest, another one another', async () => {
    const tool = (command: readonly [string, ...string[]]) =>
      toolDigest(createCommandTool({ name: 'deploy', parameters: TO, command, workspace: '/tmp' }));
    expect(await tool(['node', 'a.mjs'])).toBe(await tool(['node', 'a.mjs']));
    expect(await tool(['node', 'a.mjs'])).not.toBe(await tool(['node', 'b.mjs']));
  });
});
