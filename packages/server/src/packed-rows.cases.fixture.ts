import { verifyAudit } from '@hitl/protocol/fold';
import { expect, test, vi } from 'vitest';
import type { AuditTrail, CheckResult, InteractionRequest, Run, Message } from '@hitl/protocol';
import type { Facts, PackedWorld } from './packed-rows.fixture.ts';

/** The run whose server died continues when a new server finds it, so its content changes. */
const isStill = ({ session_id: id }: { readonly session_id: string }): boolean =>
  id !== 's_crashed';

/** Tests of a migrated database of version 3; `open` migrates one. */
export function packedRowsCases(
  open: () => Promise<{ readonly world: PackedWorld; readonly facts: Facts }>,
): void {
  test('gives the same replies as the version that wrote it', async () => {
    const { world, facts } = await open();
    const { runs } = await world.get<{ runs: Run[] }>('/runs?limit=100');
    expect(runs.filter(isStill)).toEqual(facts.runs.filter(isStill));
    const { interactions } = await world.get<{ interactions: InteractionRequest[] }>(
      '/interactions?limit=100',
    );
    expect(interactions.filter(isStill)).toEqual(facts.interactions);
    for (const session of facts.sessions.filter(isStill)) {
      const path = `/sessions/${session.session_id}/messages`;
      const { messages } = await world.get<{ messages: Message[] }>(path);
      expect(messages).toEqual(facts.messages[session.session_id]);
    }
    for (const [user, rules] of Object.entries(facts.rules)) {
      expect(await world.get(`/permissions/${user}/rules`)).toEqual({ rules });
    }
  });

  test('has intact audit trails, with unchanged hashes', async () => {
    const { world, facts } = await open();
    for (const run of facts.runs.filter(isStill)) {
      const trail = await world.get<AuditTrail>(`/runs/${run.id}/audit?verify=true`);
      const { head, entries } = facts.audits[run.id] ?? {};
      expect(trail).toMatchObject({ head, entries });
      expect(await verifyAudit(trail)).toMatchObject({ ok: true });
      expect(trail.findings ?? []).toEqual([]);
    }
  });

  test('accepts answers to all pending requests, and continues with unchanged arguments', async () => {
    const { world, facts } = await open();
    const { ran } = world;
    const answer: PackedWorld['answer'] = (...call) => world.answer(...call);
    const proposed = (callId: string) =>
      facts.interactions.find(({ tool_call_id: id }) => id === callId)?.tool_args;
    const approve = { type: 'confirm', action: 'approve' };

    expect(await answer('s_waiting', 'c_wait', approve)).toContain('"linted"');
    await answer('s_batch', 'c_b2', { action: 'deny', note: 'keep it' });
    expect(await answer('s_batch', 'c_b4', approve)).toContain('"batch done"');
    expect(await answer('s_question', 'c_q', { selected_values: ['next'] })).toContain('branch');
    expect(await answer('s_large', 'c_large', approve)).toContain('"large done"');
    expect(await answer('s_odd', 'c_odd', approve)).toContain('"odd done"');
    expect(await answer('s_outer', 'c_inner', approve)).toContain('outer: inner end');
    expect(await answer('s_secret', 'c_s2', approve)).toContain('"secret done"');
    expect(await answer('s_ben', 'c_wait', approve)).toContain('"linted"');
    expect(await answer('s_nobody', 'c_q', { selected_values: ['main'] })).toContain('branch');
    await answer('s_external', 'c_ext', approve);
    const paused = facts.runs.find(({ status }) => status === 'paused');
    await world.post(`/runs/${paused?.id}/control`, { run_id: paused?.id, action: 'resume_run' });
    expect(await answer('s_paused', 'c_p', approve)).toContain('"paused done"');

    const argsOf = (tool: string) => ran.filter((one) => one.tool === tool).map(({ args }) => args);
    const [large, odd, secret] = argsOf('any');
    expect(JSON.stringify(large)).toBe(JSON.stringify(proposed('c_large')));
    expect(JSON.stringify(odd)).toBe(JSON.stringify(proposed('c_odd')));
    expect(secret).toEqual({ password: 'hunter2-long' });
    expect(argsOf('shell')).toEqual(
      [
        'npm run lint',
        'npm run build',
        'npm publish',
        'cat notes.txt',
        'npm run lint',
        'make install',
      ].map((command) => ({ command })),
    );
    const { runs } = await world.get<{ runs: Run[] }>('/runs?limit=100');
    const unfinished = runs.filter(isStill).filter(({ status }) => /suspended|paused/.test(status));
    expect(unfinished.map(({ session_id: id }) => id)).toEqual([]);
    for (const { id } of runs.filter(isStill)) {
      const trail = await world.get<AuditTrail>(`/runs/${id}/audit?verify=true`);
      expect(await verifyAudit(trail)).toMatchObject({ ok: true });
    }
  });

  test('asks about the outcome of a tool that ran when its server died, and continues', async () => {
    const { world } = await open();
    const waiting = async () => {
      const path = '/interactions?status=pending&session_id=s_crashed';
      return (await world.get<{ interactions: InteractionRequest[] }>(path)).interactions;
    };
    await vi.waitFor(async () => expect(await waiting()).toHaveLength(1), { timeout: 60_000 });
    const said = await world.answer('s_crashed', 'c_c', {
      selected_values: ['mark_done'],
      text: 'it did',
    });
    expect(said).toContain('"after the crash"');
    expect(world.ran).toEqual([]);
  });

  test('applies the saved rules', async () => {
    const { world } = await open();
    const check = async (user: string, command: string) => {
      const input = { tool_name: 'shell', tool_args: { command } };
      return (await world.post<CheckResult>(`/permissions/${user}/check`, input)).decision;
    };
    expect(await check('ada', 'git status --short')).toBe('allowed');
    expect(await check('ada', 'sudo ls')).toBe('denied');
    expect(await check('ada', 'git push')).toBe('needs_auth');
    expect(await check('ada', 'npm test --watch')).toBe('allowed');
    expect(await check('ben', 'ls -la')).toBe('allowed');
    expect(await check('ben', 'git status')).toBe('needs_auth');
  });
}
