import {
  inputRequest,
  interactionResolved,
  sessionLog,
  testTime,
  toolPaused,
  toolResumed,
} from '@hitl/protocol/testing';
import { describe, expect, test, vi } from 'vitest';
import type { DraftStorage } from './draft-storage.ts';
import { createDraft, createDrafts, type Drafts, type DraftsOptions } from './drafts.ts';
import { createFakeClient } from '../testing/fake-client.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { settled } from '../testing/settled.fixture.ts';

/** A tab's storage, which outlives a page. */
function createTab(capacity = Infinity): DraftStorage & { readonly entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    get length() {
      return entries.size;
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem(key, value) {
      if (value.length > capacity) throw new Error('QuotaExceededError');
      entries.set(key, value);
    },
    removeItem: (key) => void entries.delete(key),
  };
}

/** Drafts with a listener, in a page. */
async function open(options: DraftsOptions): Promise<Drafts> {
  const drafts = createDrafts(options);
  drafts.subscribe(() => {});
  await settled();
  return drafts;
}

const request = inputRequest({ id: 'int_1' });

describe('drafts in a page', () => {
  test('are kept by request and field, and notify listeners', () => {
    const drafts = createDrafts({ storage: null });
    const listener = vi.fn();
    const stop = drafts.subscribe(listener);
    drafts.set('a', 'text', 'one');
    drafts.set('b', 'text', 'two');
    expect(drafts.get('a', 'text')).toBe('one');
    expect(drafts.get('a', 'note')).toBeUndefined();
    drafts.clear('a');
    expect(drafts.get('a', 'text')).toBeUndefined();
    expect(drafts.get('b', 'text')).toBe('two');
    drafts.clear('a');
    expect(listener, 'there was nothing to forget').toHaveBeenCalledTimes(3);
    stop();
    drafts.set('b', 'text', 'three');
    expect(listener).toHaveBeenCalledTimes(3);
  });

  test('of the least recently used request are dropped beyond the limit', async () => {
    const tab = createTab();
    const drafts = await open({ maxRequests: 2, storage: tab });
    for (const id of ['a', 'b', 'a', 'c']) drafts.set(id, 'text', id);
    await settled();
    expect(['a', 'b', 'c'].map((id) => drafts.get(id, 'text'))).toEqual(['a', undefined, 'c']);
    expect(tab.length).toBe(2);
  });

  test('can be cleared all together, as at sign-out', async () => {
    const tab = createTab();
    const drafts = await open({ storage: tab });
    for (const id of ['a', 'b']) drafts.set(id, 'text', id);
    drafts.clear();
    expect(drafts.get('a', 'text')).toBeUndefined();
    await settled();
    expect(tab.entries).toEqual(new Map());
  });

  test('may have any name, including those of object members', async () => {
    const tab = createTab();
    const drafts = await open({ storage: tab });
    drafts.set('__proto__', 'constructor', { own: 1 });
    expect(drafts.get('constructor', 'toString')).toBeUndefined();
    drafts.set('int_1', '__proto__', 'kept');
    await settled();
    const after = await open({ storage: tab });
    expect(after.get('int_1', '__proto__')).toBe('kept');
    expect(after.get('__proto__', 'constructor')).toEqual({ own: 1 });
  });
});

describe('drafts after a reload of the page', () => {
  test('are restored, including those of an answer with several fields', async () => {
    const tab = createTab();
    const before = await open({ storage: tab });
    before.set('int_1', 'answers', { '': { text: 'Half a sen' } });
    before.set('int_1', 'note', 'why');
    await settled();
    const after = createDrafts({ storage: tab });
    const listener = vi.fn();
    after.subscribe(listener);
    await settled();
    expect(listener).toHaveBeenCalledTimes(1);
    expect(after.get('int_1', 'answers')).toEqual({ '': { text: 'Half a sen' } });
    expect(after.get('int_1', 'answers')).toBe(after.get('int_1', 'answers'));
    expect(after.get('int_1', 'note')).toBe('why');
  });

  test('do not replace input typed before they are restored', async () => {
    const tab = createTab();
    const before = await open({ storage: tab });
    before.set('int_1', 'text', 'old');
    before.set('int_1', 'note', 'kept');
    before.set('int_2', 'text', 'unwanted');
    await settled();
    const after = createDrafts({ storage: tab });
    after.set('int_1', 'text', 'new');
    after.clear('int_2');
    await settled();
    expect(after.get('int_1', 'text')).toBe('new');
    expect(after.get('int_1', 'note')).toBe('kept');
    expect(after.get('int_2', 'text')).toBeUndefined();
    const again = await open({ storage: tab });
    expect(again.get('int_1', 'text')).toBe('new');
    expect(again.get('int_2', 'text')).toBeUndefined();
  });

  test('are removed if the request was settled', async () => {
    const tab = createTab();
    const before = await open({ storage: tab });
    before.set('int_1', 'text', 'one');
    await settled();
    const client = createFakeClient();
    const drafts = await open({ storage: tab, client });
    expect(drafts.get('int_1', 'text')).toBe('one');
    client.sessionEvents('ses_1', { onEvent() {} });
    client.emit(...sessionLog([interactionResolved({ interaction_id: 'int_1' })]));
    expect(drafts.get('int_1', 'text')).toBeUndefined();
    expect(tab.entries).toEqual(new Map());
  });

  test('are removed once their request has expired, but not while its clock is stopped', async () => {
    const tab = createTab();
    const clock = createFakeClock();
    const client = createFakeClient({ clock });
    const until = { expiresAt: testTime(60) };
    const before = await open({ storage: tab });
    before.set('int_1', 'text', 'in time', until);
    before.set('int_2', 'text', 'paused', until);
    before.set('int_3', 'text', 'resumed', until);
    await settled();
    await open({ storage: tab, client });
    client.sessionEvents('ses_1', { onEvent() {} });
    client.emit(
      ...sessionLog([
        toolPaused({ interaction_id: 'int_2' }),
        toolPaused({ interaction_id: 'int_3' }),
        toolResumed({ interaction_id: 'int_3', expires_at: testTime(90) }),
      ]),
    );
    async function left(): Promise<unknown[]> {
      const after = await open({ storage: tab, client });
      return ['int_1', 'int_2', 'int_3'].map((id) => after.get(id, 'text'));
    }
    expect(await left()).toEqual(['in time', 'paused', 'resumed']);
    clock.advance(60_000);
    expect(await left()).toEqual([undefined, 'paused', 'resumed']);
    clock.advance(30_000);
    expect(await left()).toEqual([undefined, 'paused', undefined]);
    expect(tab.length).toBe(1);
  });

  test('remove damaged entries and no entries of others', async () => {
    const tab = createTab();
    tab.setItem('theirs', 'x');
    const before = await open({ storage: tab });
    before.set('int_1', 'text', 'one');
    await settled();
    const own = [...tab.entries.keys()].find((key) => key !== 'theirs') ?? '';
    for (const damage of [
      '{',
      'null',
      '{}',
      '[1]',
      '[["text"]]',
      '[null]',
      '[["text",null]]',
      '7',
    ]) {
      tab.setItem(own, damage);
      const drafts = await open({ storage: tab });
      expect(drafts.get('int_1', 'text'), damage).toBeUndefined();
      expect([...tab.entries]).toEqual([['theirs', 'x']]);
    }
  });

  test('do not affect other drafts in the same storage', async () => {
    const tab = createTab();
    const [here, there] = [
      await open({ storage: tab, maxRequests: 1 }),
      await open({ storage: tab }),
    ];
    there.set('int_2', 'text', 'two');
    here.set('int_1', 'text', 'one');
    await settled();
    expect(tab.length).toBe(2);
  });

  test('contain nothing that may be a secret', async () => {
    const tab = createTab();
    const drafts = await open({ storage: tab });
    drafts.set('int_1', 'text', 'canary', { keep: 'page' });
    drafts.set('int_2', 'choice', { args: { auth: [{ apiKey: 'canary' }] } });
    drafts.set('int_3', 'choice', { args: { DB_PASSWORD: 'canary' } });
    drafts.set('int_1', 'api_key', 'canary');
    drafts.set('int_1', 'note', 'fine');
    await settled();
    expect(drafts.get('int_1', 'text')).toBe('canary');
    expect(drafts.get('int_1', 'api_key')).toBe('canary');
    expect(drafts.get('int_2', 'choice')).toEqual({ args: { auth: [{ apiKey: 'canary' }] } });
    expect(JSON.stringify([...tab.entries])).not.toContain('canary');
    drafts.set('int_2', 'choice', { args: { monkey: 'bananas', max_tokens: 5 } });
    await settled();
    const after = await open({ storage: tab });
    expect(after.get('int_1', 'note')).toBe('fine');
    expect(after.get('int_1', 'text')).toBeUndefined();
    expect(after.get('int_2', 'choice')).toEqual({ args: { monkey: 'bananas', max_tokens: 5 } });
  });

  test('are not stored if they are too large or the storage is full or forbidden, but stay in memory', async () => {
    const full = createTab(100);
    const drafts = await open({ storage: full });
    drafts.set('int_1', 'text', 'short');
    await settled();
    expect(full.length).toBe(1);
    drafts.set('int_1', 'text', 'x'.repeat(200));
    await settled();
    expect(drafts.get('int_1', 'text')).toBe('x'.repeat(200));
    expect(full.length, 'an old draft would be taken for the newest').toBe(0);

    const large = createTab();
    (await open({ storage: large })).set('int_1', 'text', 'x'.repeat(100_000));
    await settled();
    expect(large.length).toBe(0);

    const forbidden: DraftStorage = {
      get length(): number {
        throw new Error('SecurityError');
      },
      key: () => null,
      getItem: () => null,
      setItem() {
        throw new Error('SecurityError');
      },
      removeItem() {
        throw new Error('SecurityError');
      },
    };
    const denied = await open({ storage: forbidden });
    denied.set('int_1', 'text', 'typed');
    await settled();
    expect(denied.get('int_1', 'text')).toBe('typed');
    denied.clear('int_1');
    denied.clear();
    await settled();

    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    drafts.set('int_4', 'odd', circular);
    await settled();
    expect(drafts.get('int_4', 'odd')).toBe(circular);
  });

  test('are not stored where there is no tab storage', async () => {
    (await open({})).set('int_1', 'text', 'one');
    await settled();
    expect((await open({})).get('int_1', 'text')).toBeUndefined();
  });
});

describe('one draft', () => {
  test('is a store: it has its initial value, is set, and is cleared with its request', () => {
    const drafts = createDrafts({ storage: null });
    const draft = createDraft(drafts, request, 'text', 'Hello');
    const listener = vi.fn();
    const stop = draft.subscribe(listener);
    expect(draft.getSnapshot()).toBe('Hello');
    draft.set('Hello Ann');
    expect(draft.getSnapshot()).toBe('Hello Ann');
    expect(createDraft(drafts, request, 'text', '').getSnapshot()).toBe('Hello Ann');
    drafts.set('int_1', 'note', 'of no concern to it');
    drafts.set('int_2', 'text', 'neither is this');
    expect(listener).toHaveBeenCalledTimes(1);
    draft.clear();
    expect(draft.getSnapshot()).toBe('Hello');
    expect(drafts.get('int_1', 'note'), 'the other fields stay').toBe('of no concern to it');
    stop();
    draft.set('unheard');
    expect(listener).toHaveBeenCalledTimes(2);
  });

  test('survives a reload until its request expires, and notifies its listener', async () => {
    const tab = createTab();
    const clock = createFakeClock();
    const client = createFakeClient({ clock });
    const limited = { id: 'int_1', expires_at: testTime(60) };
    createDraft(createDrafts({ storage: tab, client }), limited, 'text', '').set('typed');
    await settled();
    const draft = createDraft(createDrafts({ storage: tab, client }), limited, 'text', '');
    expect(draft.getSnapshot()).toBe('');
    const listener = vi.fn();
    draft.subscribe(listener);
    await settled();
    expect(draft.getSnapshot()).toBe('typed');
    expect(listener).toHaveBeenCalledTimes(1);
    clock.advance(60_001);
    const later = createDraft(await open({ storage: tab, client }), limited, 'text', '');
    expect(later.getSnapshot()).toBe('');
  });

  test('can be null or empty, which differs from unset', () => {
    const drafts = createDrafts({ storage: null });
    const draft = createDraft<string | null>(drafts, request, 'text', 'Hello');
    draft.set(null);
    expect(draft.getSnapshot()).toBeNull();
    draft.set('');
    expect(draft.getSnapshot()).toBe('');
  });

  test('of a secret is kept only in its own store', async () => {
    const tab = createTab();
    const drafts = await open({ storage: tab });
    const draft = createDraft(drafts, request, 'text', '', { keep: 'never' });
    const listener = vi.fn();
    draft.subscribe(listener);
    draft.set('hunter2');
    expect(draft.getSnapshot()).toBe('hunter2');
    expect(listener).toHaveBeenCalledTimes(1);
    expect(drafts.get('int_1', 'text')).toBeUndefined();
    await settled();
    expect(tab.length).toBe(0);
    expect(createDraft(drafts, request, 'text', '').getSnapshot()).toBe('');
    draft.clear();
    expect(draft.getSnapshot()).toBe('');
  });

  test('of a possible secret does not outlive the page', async () => {
    const tab = createTab();
    const drafts = await open({ storage: tab });
    createDraft(drafts, request, 'text', '', { keep: 'page' }).set('perhaps');
    expect(createDraft(drafts, request, 'text', '').getSnapshot()).toBe('perhaps');
    await settled();
    expect(tab.length).toBe(0);
  });
});
