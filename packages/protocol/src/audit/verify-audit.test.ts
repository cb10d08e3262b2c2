import type { AuditEntry, AuditTrail } from '../generated/types.ts';
import { describe, expect, test } from 'vitest';
import { linkEntries, auditOrigin } from './hash-chain.ts';
import { verifyAudit, type AuditVerdict } from './verify-audit.ts';

const RUN = 'run_1';

const ENTRIES: readonly AuditEntry[] = [
  { seq: 1, timestamp: '2026-01-01T00:00:00.000Z', kind: 'run_started', agent_id: 'clerk' },
  {
    seq: 4,
    timestamp: '2026-01-01T00:00:01.000Z',
    kind: 'auto_approved',
    tool_call_id: 'c1',
    reason: 'Matched allow pattern',
  },
  {
    seq: 4,
    timestamp: '2026-01-01T00:00:01.000Z',
    kind: 'auto_denied',
    tool_call_id: 'c2',
    reason: 'Matched deny pattern',
  },
  {
    seq: 5,
    timestamp: '2026-01-01T00:00:01.000Z',
    kind: 'approval_required',
    interaction_id: 'i3',
    tool_call_id: 'c3',
    proposed_args: { z: 1, a: ['käse', null, 0.1] },
  },
  {
    seq: 9,
    timestamp: '2026-01-01T00:00:09.000Z',
    kind: 'approval_decision',
    interaction_id: 'i3',
    tool_call_id: 'c3',
    actor: 'ada',
    action: 'approve',
  },
];

async function sealed(entries = ENTRIES, runId = RUN): Promise<AuditTrail> {
  const links = await linkEntries(entries, await auditOrigin(runId));
  return {
    run_id: runId,
    head: links.at(-1)?.hash ?? null,
    entries: entries.map((entry, index) => ({ ...entry, ...links[index] })),
  };
}

/** The sealed trail with other entries. */
async function tampered(
  change: (entries: AuditEntry[], trail: AuditTrail) => readonly AuditEntry[],
): Promise<AuditTrail> {
  const trail = await sealed();
  return { ...trail, entries: [...change([...trail.entries], trail)] };
}

function at(entries: readonly AuditEntry[], index: number): AuditEntry {
  const entry = entries[index];
  if (entry === undefined) throw new Error(`no entry ${index}`);
  return entry;
}

const erased = ({ seq, timestamp, kind, data_hash, prev_hash, hash }: AuditEntry): AuditEntry => ({
  seq,
  timestamp,
  kind,
  ...(data_hash !== undefined && { data_hash }),
  ...(prev_hash !== undefined && { prev_hash }),
  ...(hash !== undefined && { hash }),
  erased: true,
});

describe('the hashes of an entry', () => {
  // Made with Python: hashlib.sha256(json.dumps(…, sort_keys=True, separators=(',', ':'))).
  test('are the same in other implementations', async () => {
    const { entries } = await sealed([at(ENTRIES, 0)]);
    expect(entries[0]).toMatchObject({
      prev_hash: '37ddff8ee13f1e57937fd048fa323f5ea5258c106dfc7be9d5343dd264fadf35',
      data_hash: '85aface9ad40badc5dc63fce9ac14ed48727015c2c825c036ca322997820ae55',
      hash: '60e7ad42672c320b243d6ab0c55d713a0906c299c717dddc28e981c0b9714595',
    });
  });

  test('link each entry to the previous one, including entries of one event', async () => {
    const { entries, head } = await sealed();
    expect(entries.map(({ prev_hash }) => prev_hash)).toEqual([
      await auditOrigin(RUN),
      ...entries.slice(0, -1).map(({ hash }) => hash),
    ]);
    expect(head).toBe(entries.at(-1)?.hash);
  });

  test('are the same when entries are appended one by one', async () => {
    const { entries } = await sealed();
    let previous = await auditOrigin(RUN);
    for (const [index, entry] of ENTRIES.entries()) {
      const [link] = await linkEntries([entry], previous);
      expect(entries[index]).toMatchObject({ ...link });
      previous = link?.hash ?? '';
    }
  });
});

describe('verifyAudit', () => {
  test('accepts an unchanged trail', async () => {
    const trail = await sealed();
    const verdict = { ok: true, head: trail.head, entries: 5, erased: 0 };
    expect(await verifyAudit(trail)).toEqual(verdict);
    expect(await verifyAudit(trail, { expect: trail.head ?? '' })).toEqual(verdict);
  });

  test('accepts a trail parsed from JSON, whatever the order of its members', async () => {
    const turned = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(turned);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .toReversed()
          .map(([name, member]) => [name, turned(member)]),
      );
    };
    const trail = JSON.parse(JSON.stringify(turned(await sealed()))) as AuditTrail;
    expect(await verifyAudit(trail)).toMatchObject({ ok: true, entries: 5 });
  });

  test.each<
    [
      string,
      (entries: AuditEntry[], trail: AuditTrail) => readonly AuditEntry[],
      Omit<Extract<AuditVerdict, { ok: false }>, 'ok'>,
    ]
  >([
    [
      'a changed detail',
      (entries) => entries.with(4, { ...at(entries, 4), actor: 'eve' }),
      { broken_at: 4, why: 'changed' },
    ],
    [
      'a changed argument deep inside',
      (entries) =>
        entries.with(3, { ...at(entries, 3), proposed_args: { z: 1, a: ['käse', null, 0.2] } }),
      { broken_at: 3, why: 'changed' },
    ],
    [
      'an added detail',
      (entries) => entries.with(1, { ...at(entries, 1), actor: 'ada' }),
      { broken_at: 1, why: 'changed' },
    ],
    [
      'a changed time',
      (entries) => entries.with(2, { ...at(entries, 2), timestamp: '2026-01-01T00:00:02.000Z' }),
      { broken_at: 2, why: 'changed' },
    ],
    [
      'a changed hash',
      (entries) => entries.with(2, { ...at(entries, 2), hash: 'f'.repeat(64) }),
      { broken_at: 2, why: 'changed' },
    ],
    [
      'text that has no canonical form',
      (entries) => entries.with(1, { ...at(entries, 1), reason: '\ud800' }),
      { broken_at: 1, why: 'changed' },
    ],
    ['a missing first entry', (entries) => entries.slice(1), { broken_at: 0, why: 'missing' }],
    [
      'a missing entry in the middle',
      (entries) => entries.toSpliced(2, 1),
      { broken_at: 2, why: 'missing' },
    ],
    [
      'two entries that changed places',
      (entries) => [at(entries, 0), at(entries, 2), at(entries, 1), ...entries.slice(3)],
      { broken_at: 1, why: 'reordered' },
    ],
    [
      'a repeated entry',
      (entries) => entries.toSpliced(1, 0, at(entries, 0)),
      { broken_at: 1, why: 'reordered' },
    ],
    ['a cut tail', (entries) => entries.slice(0, -1), { broken_at: 4, why: 'cut' }],
    ['no entries at all', () => [], { broken_at: 0, why: 'cut' }],
    [
      'an entry without hashes',
      (entries) => entries.with(3, at(ENTRIES, 3)),
      { broken_at: 3, why: 'changed' },
    ],
    [
      'an entry that was put in without hashes',
      (entries) => [...entries, { ...at(ENTRIES, 4), seq: 11 }],
      { broken_at: 5, why: 'changed' },
    ],
    [
      'an erased entry with a detail that no hash holds',
      (entries) => entries.with(4, { ...erased(at(entries, 4)), actor: 'eve' }),
      { broken_at: 4, why: 'changed' },
    ],
    [
      'an erased entry of another kind',
      (entries) => entries.with(4, { ...erased(at(entries, 4)), kind: 'auto_approved' }),
      { broken_at: 4, why: 'changed' },
    ],
  ])('finds %s', async (_, change, flaw) => {
    expect(await verifyAudit(await tampered(change))).toEqual({ ok: false, ...flaw });
  });

  test('verifies erased entries by their data hash', async () => {
    const trail = await tampered((entries) => entries.map(erased));
    expect(await verifyAudit(trail)).toMatchObject({ ok: true, entries: 5, erased: 5 });
    const some = await tampered((entries) => entries.with(3, erased(at(entries, 3))));
    expect(await verifyAudit(some)).toMatchObject({ ok: true, entries: 5, erased: 1 });
  });

  test('detects a chain of another run', async () => {
    const trail = { ...(await sealed(ENTRIES, 'run_2')), run_id: RUN };
    expect(await verifyAudit(trail)).toEqual({ ok: false, broken_at: 0, why: 'missing' });
  });

  test('detects a tail that was cut together with the head, given an expected hash', async () => {
    const whole = await sealed();
    const cut = await sealed(ENTRIES.slice(0, 3));
    expect(await verifyAudit(cut)).toMatchObject({ ok: true, entries: 3 });
    expect(await verifyAudit(cut, { expect: whole.head ?? '' })).toEqual({
      ok: false,
      broken_at: 3,
      why: 'cut',
    });
  });

  test('accepts a trail that has grown since the expected hash was recorded', async () => {
    const noted = await sealed(ENTRIES.slice(0, 3));
    expect(await verifyAudit(await sealed(), { expect: noted.head ?? '' })).toMatchObject({
      ok: true,
      entries: 5,
    });
  });

  test.each([
    ['no entries', []],
    ['entries', ENTRIES],
  ])('never accepts a trail without any hash: %s', async (_, entries) => {
    const trail = { run_id: RUN, head: null, entries: [...entries] };
    expect(await verifyAudit(trail)).toEqual({ ok: false, broken_at: 0, why: 'unsealed' });
  });
});
