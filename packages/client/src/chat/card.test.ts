import type { EventDraft, InteractionRequest } from '@hitl/protocol';
import {
  authorizationRequest,
  combinedRequest,
  inputPart,
  interactionRequest,
  interactionResolved,
  runStarted,
  selectPart,
  sessionLog,
  testTime,
} from '@hitl/protocol/testing';
import { describe, expect, test } from 'vitest';
import { createDrafts, type Drafts } from '../drafts/drafts.ts';
import { createFakeClient, type FakeClient } from '../testing/fake-client.ts';
import { settled } from '../testing/settled.fixture.ts';
import { createCard, type CardOptions } from './card.ts';
import type { CardButton, CardView } from './card-view.ts';

/** A card with a listener, and an open stream of its session. */
function show(request: InteractionRequest, options: CardOptions = {}, client?: FakeClient) {
  const own = client ?? createFakeClient({ pending: [request] });
  let log = sessionLog([runStarted(), interactionRequest(request)]);
  own.emit(...log);
  own.sessionEvents(request.session_id, { onEvent() {} });
  const card = createCard(own, request, { armingDelayMs: 0, locale: 'en', ...options });
  card.subscribe(() => {});
  return {
    client: own,
    card,
    view: (): CardView => card.getSnapshot(),
    button: (id: CardButton['id']): CardButton => {
      const found = card.getSnapshot().buttons.find((one) => one.id === id);
      if (found === undefined) throw new Error(`There is no button ${id}.`);
      return found;
    },
    happens: (...drafts: EventDraft[]): void => {
      const events = sessionLog(drafts, { after: log });
      log = [...log, ...events];
      own.emit(...events);
    },
  };
}

const resolved = (outcome: 'answered' | 'expired', by?: string): EventDraft =>
  interactionResolved({
    interaction_id: 'int_1',
    tool_call_id: 'call_1',
    outcome,
    ...(by !== undefined && { resolved_by: by }),
  });

describe('a card of a call', () => {
  test('shows what would run, who asks and how risky it is, with nothing hidden', () => {
    const { view } = show(
      authorizationRequest({
        tool_args: { description: 'Check the style', command: 'npm run lint\u202E\u200B' },
        agent_path: ['repairer', 'linter'],
        risk_level: 'medium',
        expires_at: testTime(600),
      }),
    );
    expect(view()).toMatchObject({
      title: 'Run this command?',
      subtitle: 'Check the style',
      from: 'repairer › linter › bash',
      risk: { level: 'medium', text: 'Medium risk' },
      time: { text: '10 min left', urgent: false },
      preview: [{ kind: 'command', name: 'command', text: 'npm run lint\\u{202e}\\u{200b}' }],
      status: '',
    });
    expect(view().buttons.map(({ label }) => label)).toEqual(['Deny', 'Allow once']);
  });

  test('sends one answer for two presses, bound to the shown arguments and the user', async () => {
    const { client, button, view } = show(authorizationRequest(), { userId: 'ann' });
    const { press } = button('allow');
    press();
    press();
    expect(view()).toMatchObject({ busy: true, status: 'Sending…' });
    await settled();
    expect(client.responses).toHaveLength(1);
    expect(client.responses[0]).toMatchObject({
      action: 'approve',
      args_digest: authorizationRequest().args_digest,
      reviewer_id: 'ann',
      remember: { scope: 'once' },
    });
    expect(view()).toMatchObject({ open: false, outcome: 'approved', status: 'Allowed' });
  });

  test('ignores a press made before it appeared or moved', async () => {
    const { client, button, view } = show(authorizationRequest(), { armingDelayMs: 500 });
    const now = new Event('now').timeStamp;
    button('allow').press({ timeStamp: now + 100, detail: 1 });
    await settled();
    expect(client.responses).toEqual([]);
    expect(view()).toMatchObject({ wrong: true });
    expect(view().status).toContain('was not counted');

    const other = createCard(client, authorizationRequest({ id: 'int_2' }));
    other.subscribe(() => {})();
    const moved = new Event('now').timeStamp;
    button('allow').press({ timeStamp: moved + 499, detail: 1 });
    expect(client.responses).toEqual([]);
    button('allow').press({ timeStamp: moved + 600, detail: 1 });
    await settled();
    expect(client.responses).toHaveLength(1);
  });

  test('allows long arguments only after they were shown in full', () => {
    const { view, button } = show(
      authorizationRequest({ tool_args: { command: 'x\n'.repeat(40) } }),
    );
    expect(view().clipped).toBe(true);
    expect(view().buttons.map(({ id }) => id)).toEqual(['deny', 'reveal']);
    button('reveal').press();
    expect(view().buttons.map(({ id }) => id)).toEqual(['deny', 'allow']);
  });

  test('remembers the literal rule it shows, and asks for confirmation if the risk is high', async () => {
    const { client, view, button } = show(authorizationRequest({ risk_level: 'high' }));
    expect(view().remember?.rules).toEqual([]);
    view().remember?.setTerm('always');
    expect(view().remember?.rules[0]).toMatchObject({ reach: 'this call only', chosen: true });
    expect(button('allow')).toMatchObject({ label: 'Always allow', primary: false });
    button('allow').press();
    expect(client.responses).toEqual([]);
    expect(view().status).toContain(view().remember?.rules[0]?.text);
    button('back').press();
    expect(view().status).toBe('');
    button('allow').press();
    button('allow').press();
    await settled();
    expect(client.responses[0]?.remember).toMatchObject({ scope: 'always' });
  });

  test('shows who answered elsewhere, and that an answer came too late', async () => {
    const { client, view, button, happens } = show(authorizationRequest());
    const letGo = client.hold('respond');
    client.fail('respond', 'already_resolved');
    button('deny').press();
    happens(resolved('answered', 'bob'));
    letGo();
    await settled();
    expect(view()).toMatchObject({ open: false, late: true, buttons: [] });
    expect(view().status).toMatch(/^Your Deny came too late: .*by bob/);
  });

  test('shows expired rather than denied, without waiting for the server', () => {
    const { client, view } = show(authorizationRequest({ expires_at: testTime(60) }));
    client.clock.advance(61_000);
    expect(view()).toMatchObject({ state: 'expired', outcome: 'expired', status: 'Expired' });
    expect(view().buttons).toEqual([]);
  });

  test('says why an answer was not accepted, and keeps the input', async () => {
    const { client, view, button } = show(authorizationRequest());
    view().note?.setValue('Only the cart tests.');
    client.fail('respond', 'rate_limited');
    button('deny').press();
    await settled();
    expect(view()).toMatchObject({ state: 'failed', wrong: true });
    expect(view().status).toContain('Too many requests');
    expect(view().note?.value).toBe('Only the cart tests.');
    button('retry').press();
    await settled();
    expect(client.responses[0]).toMatchObject({ action: 'deny', note: 'Only the cart tests.' });
  });

  test('must be reviewed again when the call is replaced by another one', () => {
    const { card, view } = show(authorizationRequest());
    card.update(
      authorizationRequest({ args_digest: 'b'.repeat(64), tool_args: { command: 'rm' } }),
    );
    expect(view().preview).toMatchObject([{ text: 'rm' }]);
    expect(view().status).toContain('has changed');
  });

  test('shows an unreadable request as raw data that can only be denied', async () => {
    const broken = { ...authorizationRequest(), tool_args: 'rm \u202E' } as unknown;
    const { client, view, button } = show(broken as InteractionRequest);
    expect(view().buttons.map(({ id }) => id)).toEqual(['deny']);
    expect(view().preview[0]).toMatchObject({ kind: 'json' });
    expect(JSON.stringify(view().preview)).toContain('u{202e}');
    button('deny').press();
    await settled();
    expect(client.responses[0]).toMatchObject({ action: 'deny', confirmed: false });
  });
});

describe('a card of a question', () => {
  const form = combinedRequest({
    interactions: [
      inputPart({ id: 'name', title: 'Name\u200B' }),
      inputPart({ id: 'key', title: 'Key', sensitive: true }),
      selectPart({ id: 'where', multiple: true, allow_other: true }),
    ],
  });

  test('shows a missing answer at its field, and sends options together with free text', async () => {
    const { client, view, button } = show(form);
    expect(view().field?.fields.map(({ label, kind }) => [label, kind])).toEqual([
      ['Name\\u{200b}', 'text'],
      ['Key', 'text'],
      ['Which environment?', 'many'],
    ]);
    button('send').press();
    expect(view().field?.fields.map(({ problem }) => problem)).toEqual([
      'Required.',
      'Required.',
      'Choose at least 1.',
    ]);
    expect(client.responses).toEqual([]);
    view().field?.fields[0]?.setValue('Ann');
    view().field?.fields[1]?.setValue('hunter2');
    view().field?.fields[2]?.options[1]?.choose(true);
    view().field?.fields[2]?.options[0]?.choose(true);
    view().field?.fields[2]?.other?.setValue('the moon');
    button('send').press();
    await settled();
    expect(client.responses[0]?.responses).toMatchObject([
      { text: 'Ann' },
      { text: 'hunter2' },
      { selected_values: ['staging', 'production'], other: 'the moon' },
    ]);
  });

  test('restores input on the next page of the tab, except secrets', async () => {
    const entries = new Map<string, string>();
    const storage = {
      get length() {
        return entries.size;
      },
      key: (index: number) => [...entries.keys()][index] ?? null,
      getItem: (key: string) => entries.get(key) ?? null,
      setItem: (key: string, value: string) => void entries.set(key, value),
      removeItem: (key: string) => void entries.delete(key),
    };
    const tab = (): Drafts => createDrafts({ storage });
    const before = show(form, { drafts: tab() });
    before.view().field?.fields[0]?.setValue('Ann');
    before.view().field?.fields[1]?.setValue('hunter2');
    await settled();
    expect(JSON.stringify([...entries])).not.toContain('hunter2');
    const after = show(form, { drafts: tab() });
    expect(after.view().field?.fields.map(({ value }) => value)).toEqual(['Ann', '', '']);
  });
});
