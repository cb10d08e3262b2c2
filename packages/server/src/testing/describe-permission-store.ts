import { describe, expect, test } from 'vitest';
import { formatTime } from '@hitl/protocol/fold';
import type { NewRule, PermissionStore, RuleOwner } from '../store/permission-store.ts';
import { openForEach } from './store-case.ts';

/** A store for one test. */
export interface OpenedPermissionStore {
  /** Empty. */
  readonly store: PermissionStore;
  /** Opens another connection to the same data, as another process would. */
  readonly connect?: () => Promise<PermissionStore>;
}

/** A store for one test, whose rules are stored outside the process. */
export type OpenedDurablePermissionStore = Required<OpenedPermissionStore>;

const ada: RuleOwner = { tenantId: 'default', userId: 'ada' };

function rule(pattern: string, more: Partial<NewRule> = {}): NewRule {
  return { pattern, effect: 'allow', source: 'api', ...more };
}

/**
 * The contract of `PermissionStore`, as tests. `open` returns an empty store for each test; the
 * suite closes all stores.
 */
export function describePermissionStore(
  name: string,
  open: () => Promise<OpenedPermissionStore>,
): void {
  describe(name, () => {
    const use = openForEach(open);

    test('knows no rules of a user who saved none', async () => {
      const { store } = use();
      expect(await store.rules(ada)).toEqual([]);
      expect(await store.version(ada)).toBe(0);
      expect(await store.revoke(ada, 'bash(ls)')).toBe(false);
      await store.touch(ada, ['nobody'], '2026-01-01T00:00:00.000Z');
      expect(await store.save(ada, [])).toEqual([]);
      expect(await store.version(ada)).toBe(0);
    });

    test('returns what it saved, oldest first, with an id and a time', async () => {
      const { store } = use();
      const saved = [
        ...(await store.save(ada, [rule('bash(z)'), rule('bash(a)', { effect: 'deny' })])),
        ...(await store.save(ada, [rule('file_read(/m)', { effect: 'ask', source: 'cli' })])),
      ];
      expect(saved).toEqual([
        stored(rule('bash(z)')),
        stored(rule('bash(a)', { effect: 'deny' })),
        stored(rule('file_read(/m)', { effect: 'ask', source: 'cli' })),
      ]);
      expect(await store.rules(ada)).toEqual(saved);
      expect(new Set(saved.map(({ id }) => id)).size).toBe(3);
      for (const { created_at: at } of saved) expect(formatTime(Date.parse(at))).toBe(at);
    });

    test('saves no pattern twice', async () => {
      const { store } = use();
      const [first] = await store.save(ada, [rule('bash(ls)')]);
      const [again] = await store.save(ada, [rule('bash(ls)', { source: 'answer' })]);
      expect(again).toEqual(first);
      expect(await store.rules(ada)).toEqual([first]);
      await store.save(ada, [rule('bash(pwd)'), rule('bash(pwd)')]);
      expect((await store.rules(ada)).map(({ pattern }) => pattern)).toEqual([
        'bash(ls)',
        'bash(pwd)',
      ]);
    });

    test('moves one pattern between allow, deny and ask', async () => {
      const { store } = use();
      const [first] = await store.save(ada, [rule('bash(ls)')]);
      for (const effect of ['deny', 'ask', 'allow'] as const) {
        const [moved] = await store.save(ada, [rule('bash(ls)', { effect, source: 'cli' })]);
        expect(moved).toEqual({ ...first, effect, source: 'cli' });
        expect(await store.rules(ada)).toEqual([moved]);
      }
    });

    test('replaces the expiry of a rule, and takes it away', async () => {
      const { store } = use();
      const [first] = await store.save(ada, [rule('bash(ls)')]);
      const at = '2026-06-01T00:00:00.000Z';
      expect(await store.save(ada, [rule('bash(ls)', { expiresAt: at })])).toEqual([
        { ...first, expires_at: at },
      ]);
      expect(await store.save(ada, [rule('bash(ls)')])).toEqual([first]);
      expect(await store.rules(ada)).toEqual([first]);
    });

    test('returns expired rules too, with their time as written', async () => {
      const { store } = use();
      const past = '2001-01-01T00:00:00.000Z';
      await store.save(ada, [rule('bash(ls)', { expiresAt: past })]);
      expect(await store.rules(ada)).toMatchObject([{ expires_at: past }]);
    });

    test('keeps a rule of a session apart from the lasting one and from other sessions', async () => {
      const { store } = use();
      await store.save(ada, [
        rule('bash(ls)'),
        rule('bash(ls)', { effect: 'deny', sessionId: 'ses_1' }),
        rule('bash(ls)', { effect: 'ask', sessionId: 'ses_2' }),
      ]);
      const scopes = async (): Promise<unknown> =>
        (await store.rules(ada)).map(({ effect, scope, session_id: session }) => [
          effect,
          scope,
          session,
        ]);
      expect(await scopes()).toEqual([
        ['allow', 'always', undefined],
        ['deny', 'session', 'ses_1'],
        ['ask', 'session', 'ses_2'],
      ]);
      await store.save(ada, [rule('bash(ls)', { effect: 'allow', sessionId: 'ses_1' })]);
      expect(await scopes()).toEqual([
        ['allow', 'always', undefined],
        ['allow', 'session', 'ses_1'],
        ['ask', 'session', 'ses_2'],
      ]);
    });

    test('revokes a pattern regardless of its effect and session, and no other', async () => {
      const { store } = use();
      await store.save(ada, [
        rule('bash(ls)'),
        rule('bash(ls)', { effect: 'deny', sessionId: 'ses_1' }),
        rule('bash(ls:*)'),
        rule('bash(LS)'),
      ]);
      expect(await store.revoke(ada, 'bash(ls)')).toBe(true);
      expect(await store.revoke(ada, 'bash(ls)')).toBe(false);
      expect((await store.rules(ada)).map(({ pattern }) => pattern)).toEqual([
        'bash(ls:*)',
        'bash(LS)',
      ]);
    });

    test('finds no rule with a NUL to revoke, which some databases cannot search for', async () => {
      const { store } = use();
      expect(await store.revoke(ada, 'bash(a\0b)')).toBe(false);
    });

    test('raises the version with each change, and only then', async () => {
      const { store } = use();
      const versions = [await store.version(ada)];
      const rises = async (): Promise<boolean> => {
        versions.push(await store.version(ada));
        return (versions.at(-1) ?? 0) > (versions.at(-2) ?? 0);
      };
      await store.save(ada, [rule('bash(ls)')]);
      expect(await rises()).toBe(true);
      await store.save(ada, [rule('bash(ls)')]);
      expect(await rises()).toBe(false);
      await store.save(ada, [rule('bash(ls)', { expiresAt: '2026-06-01T00:00:00.000Z' })]);
      expect(await rises()).toBe(true);
      await store.save(ada, [rule('bash(ls)', { effect: 'deny' })]);
      expect(await rises()).toBe(true);
      await store.touch(ada, [(await store.rules(ada))[0]?.id ?? ''], '2026-02-01T00:00:00.000Z');
      expect(await rises()).toBe(false);
      await store.revoke(ada, 'bash(pwd)');
      expect(await rises()).toBe(false);
      await store.revoke(ada, 'bash(ls)');
      expect(await rises()).toBe(true);
      await store.save(ada, [rule('bash(ls)')]);
      expect(await rises()).toBe(true);
    });

    test('records when rules were used last', async () => {
      const { store } = use();
      const [first, second] = await store.save(ada, [rule('bash(ls)'), rule('bash(pwd)')]);
      await store.touch(ada, [second?.id ?? ''], '2026-02-01T00:00:00.000Z');
      expect(await store.rules(ada)).toEqual([
        first,
        { ...second, last_used_at: '2026-02-01T00:00:00.000Z' },
      ]);
      await store.save(ada, [rule('bash(pwd)', { effect: 'deny' })]);
      expect(await store.rules(ada)).toMatchObject([
        {},
        { effect: 'deny', last_used_at: '2026-02-01T00:00:00.000Z' },
      ]);
    });

    test('keeps users and tenants apart', async () => {
      const { store } = use();
      const others = [
        { tenantId: 'default', userId: 'bob' },
        { tenantId: 'other', userId: 'ada' },
      ];
      const [saved] = await store.save(ada, [rule('bash(ls)')]);
      for (const other of others) {
        expect(await store.rules(other)).toEqual([]);
        expect(await store.version(other)).toBe(0);
        expect(await store.revoke(other, 'bash(ls)')).toBe(false);
        await store.touch(other, [saved?.id ?? ''], '2026-02-01T00:00:00.000Z');
        await store.save(other, [rule('bash(ls)', { effect: 'deny' })]);
      }
      expect(await store.rules(ada)).toEqual([saved]);
      expect(await store.version(ada)).toBe(1);
    });

    test.each([
      ['quotes and operators', `bash(echo "it's" && ls \\* | cat; -- %_)`],
      ['any script', 'bash(echo 漢字 🧑‍🚀 \u202e)'],
      ['names that objects inherit', '__proto__'],
      ['length', `bash(${'x'.repeat(100_000)})`],
    ])('keeps a pattern with %s as it was typed', async (_, pattern) => {
      const { store } = use();
      await store.save(ada, [rule(pattern)]);
      await store.save(ada, [rule(pattern, { effect: 'deny' })]);
      expect(await store.rules(ada)).toMatchObject([{ pattern, effect: 'deny' }]);
      expect(await store.revoke(ada, pattern)).toBe(true);
      expect(await store.rules(ada)).toEqual([]);
    });

    test('returns copies', async () => {
      const { store } = use();
      const [saved] = await store.save(ada, [rule('bash(ls)')]);
      const before = structuredClone(saved);
      if (saved !== undefined) saved.effect = 'deny';
      const [read] = await store.rules(ada);
      if (read !== undefined) read.pattern = 'bash(*)';
      expect(await store.rules(ada)).toEqual([before]);
    });

    test('loses no rule when many are saved at the same time', async () => {
      const { store, stores } = use();
      await Promise.all(
        Array.from({ length: 24 }, (_, index) =>
          (stores[index % stores.length] ?? store).save(ada, [
            rule(`bash(own ${index})`),
            rule('bash(shared)'),
          ]),
        ),
      );
      const rules = await store.rules(ada);
      expect(rules).toHaveLength(25);
      expect(new Set(rules.map(({ pattern }) => pattern)).size).toBe(25);
      expect(await store.version(ada)).toBe(24);
    });
  });
}

/** Additional tests for a store whose rules outlive a process and are shared by several. */
export function describeDurablePermissionStore(
  name: string,
  open: () => Promise<OpenedDurablePermissionStore>,
): void {
  describe(name, () => {
    const use = openForEach(open);

    test('shows rules and their version on every connection immediately', async () => {
      const { store, connect } = use();
      const other = await connect();
      const saved = await store.save(ada, [rule('bash(ls)')]);
      expect(await other.rules(ada)).toEqual(saved);
      expect(await other.version(ada)).toBe(1);
      await other.revoke(ada, 'bash(ls)');
      expect(await store.rules(ada)).toEqual([]);
      expect(await store.version(ada)).toBe(2);
    });

    test('has the rules when it is opened again', async () => {
      const { store, stores, connect } = use();
      const saved = await store.save(ada, [rule('bash(ls)', { sessionId: 'ses_1' })]);
      await Promise.all(stores.map((one) => one.close()));
      const again = await connect();
      expect(await again.rules(ada)).toEqual(saved);
      expect(await again.version(ada)).toBe(1);
    });
  });
}

/** The expected form of a saved rule. */
function stored({ pattern, effect, source }: NewRule): unknown {
  return {
    id: expect.stringMatching(/./),
    pattern,
    effect,
    scope: 'always',
    created_at: expect.any(String),
    source,
  };
}
