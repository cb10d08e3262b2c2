import type { EventDraft, InteractionRequest } from '@hitl/protocol';
import {
  authorizationRequest,
  combinedPart,
  combinedRequest,
  confirmRequest,
  inputPart,
  interactionRequest,
  interactionResolved,
  runStarted,
  selectPart,
  sessionLog,
  testTime,
} from '@hitl/protocol/testing';
import { describe, expect, test, vi } from 'vitest';
import { createDrafts, type Drafts } from '../drafts/drafts.ts';
import { createFakeClient, type FakeClient } from '../testing/fake-client.ts';
import { settled } from '../testing/settled.fixture.ts';
import { createCard, type CardOptions } from './card.ts';
import type { CardButton, CardField, CardView } from './card-view.ts';

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
    field: (key: string): CardField | undefined =>
      card.getSnapshot().fields.find((one) => one.key === key),
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
        metadata: { folder: '~/shop' },
        risk_level: 'medium',
        expires_at: testTime(600),
      }),
    );
    expect(view()).toMatchObject({
      title: 'Run this command?',
      subtitle: 'Check the style',
      from: 'repairer › linter › bash in ~/shop',
      risk: { level: 'medium', text: 'Medium risk' },
      time: { text: '10 min left', urgent: false },
      preview: [
        {
          kind: 'command',
          name: 'command',
          caption: undefined,
          lines: [{ text: 'npm run lint\\u{202e}\\u{200b}' }],
        },
      ],
      status: '',
    });
    expect(view().buttons.map(({ label }) => label)).toEqual(['Edit', 'Deny', 'Allow once']);
  });

  test('repeats a path only if the title does not name it, every character as it is', () => {
    const names = (path: string): string[] =>
      show(authorizationRequest({ tool_name: 'file_write', tool_args: { path, content: 'x' } }))
        .view()
        .preview.map(({ name }) => name);
    expect(names('src/cart.ts')).toEqual(['content']);
    expect(names('src/cart\u202E.ts')).toEqual(['path', 'content']);
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
    expect(view().buttons.map(({ id }) => id)).toEqual(['edit', 'deny', 'reveal']);
    button('reveal').press();
    expect(view().buttons.map(({ id }) => id)).toEqual(['edit', 'deny', 'allow']);
  });

  test('remembers the literal rule it shows, and asks for confirmation if the risk is high', async () => {
    const { client, view, field, button } = show(authorizationRequest({ risk_level: 'high' }));
    expect(view().fields.map(({ key, control }) => [key, control])).toEqual([
      ['remember', 'select'],
      ['note', 'input'],
    ]);
    field('remember')?.set('always');
    const [rule, wider] = field('rule')?.options ?? [];
    expect(rule).toMatchObject({ description: 'this call only', chosen: true });
    expect(wider?.description).toBe('anything starting with npm run');
    expect(button('allow')).toMatchObject({ label: 'Always allow', primary: false });
    button('allow').press();
    expect(client.responses).toEqual([]);
    expect(view().status).toContain(rule?.label);
    button('back').press();
    expect(view().status).toBe('');
    button('allow').press();
    button('allow').press();
    await settled();
    expect(client.responses[0]?.remember).toMatchObject({ scope: 'always' });
  });

  test('offers the arguments as fields, and allows what was edited', async () => {
    const { client, view, field, button } = show(
      authorizationRequest({
        tool_args: { command: 'npm run lint', timeout: 5 },
        tool_schema: {
          type: 'object',
          properties: { command: { type: 'string' }, timeout: { type: 'integer' } },
          required: ['command'],
        },
      }),
    );
    button('edit').press();
    expect(view().preview).toEqual([]);
    const shown = view().fields.map(({ key, label, value }) => [key, label, value]);
    expect(shown.slice(0, 2)).toEqual([
      ['args.command', 'command', 'npm run lint'],
      ['args.timeout', 'timeout', '5'],
    ]);
    field('args.timeout')?.set('soon');
    expect(field('args.timeout')).toMatchObject({
      value: 'soon',
      problem: 'Enter a whole number.',
      attributes: { 'aria-invalid': 'true', 'aria-describedby': 'int_1.args.timeout.hint' },
      hintId: 'int_1.args.timeout.hint',
    });
    expect(button('allow').disabled).toBe(true);
    button('allow').press();
    expect(client.responses).toEqual([]);
    field('args.timeout')?.set('7');
    field('args.command')?.set('npm run lint\u200B');
    expect(field('args.command')?.hint).toBe('npm run lint\\u{200b}');
    field('args.command')?.change({ target: { value: 'npm test' } });
    expect(button('allow').label).toBe('Allow edited');
    expect(field('remember')).toBeUndefined();
    button('allow').press();
    await settled();
    expect(client.responses[0]).toMatchObject({
      action: 'modify_args',
      modified_args: { command: 'npm test', timeout: 7 },
      remember: { scope: 'once' },
    });
  });

  test('shows a table, and a secret argument as a field of its own', () => {
    const { view, field, button } = show(
      authorizationRequest({
        tool_args: { rows: [{ a: 1, b: 'x' }, { a: 2 }], login: { user: 'ann', key: 'hunter2' } },
        tool_schema: {
          type: 'object',
          properties: {
            login: {
              type: 'object',
              properties: { user: { type: 'string' }, key: { type: 'string', writeOnly: true } },
            },
          },
        },
      }),
    );
    expect(view().preview).toMatchObject([
      {
        name: 'rows',
        caption: 'rows',
        lines: [],
        rows: [
          ['a', 'b'],
          ['1', 'x'],
          ['2', ''],
        ],
      },
      { name: 'login', rows: [] },
    ]);
    button('edit').press();
    expect(field('args.login.user')).toMatchObject({ label: 'login › user', value: 'ann' });
    expect(field('args.login.key')).toMatchObject({ type: 'password', value: '' });
    expect(JSON.stringify(view().fields)).not.toContain('hunter2');
  });

  test('says what is wrong with arguments that have no field', () => {
    const { view, button } = show(
      authorizationRequest({
        tool_args: {},
        tool_schema: { properties: { command: { type: 'string' } }, required: ['command'] },
      }),
    );
    expect(view()).toMatchObject({ status: '', wrong: false });
    button('edit').press();
    expect(view()).toMatchObject({ status: 'command is needed.', wrong: true });
  });

  test('shows the proposed arguments again when the edits are discarded', () => {
    const { view, field, button } = show(authorizationRequest());
    const { preview: before } = view();
    expect(before).not.toEqual([]);
    button('edit').press();
    field('args.command')?.set('rm');
    expect(button('edit').label).toBe('Discard edits');
    button('edit').press();
    expect(view().preview).toEqual(before);
    expect(field('args.command')).toBeUndefined();
    expect(button('allow').label).toBe('Allow once');
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
    const { client, view, field, button } = show(authorizationRequest());
    field('note')?.set('Only the cart tests.');
    client.fail('respond', 'rate_limited');
    button('deny').press();
    await settled();
    expect(view()).toMatchObject({ state: 'failed', wrong: true });
    expect(view().status).toContain('Too many requests');
    expect(field('note')?.value).toBe('Only the cart tests.');
    button('retry').press();
    await settled();
    expect(client.responses[0]).toMatchObject({ action: 'deny', note: 'Only the cart tests.' });
  });

  test('must be reviewed again when the call is replaced by another one', () => {
    const { card, view } = show(authorizationRequest());
    card.update(
      authorizationRequest({ args_digest: 'b'.repeat(64), tool_args: { command: 'rm' } }),
    );
    expect(view().preview).toMatchObject([{ lines: [{ text: 'rm' }] }]);
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
    const { client, view, field, button } = show(form);
    expect(view().fields.map(({ key, label, control }) => [key, label, control])).toEqual([
      ['responses.0.', 'Name\\u{200b}', 'input'],
      ['responses.1.', 'Key', 'input'],
      ['responses.2.', 'Which environment?', 'checkbox'],
      ['responses.2.other', 'Which environment? › Other, in your own words', 'input'],
    ]);
    const preventDefault = vi.fn<() => void>();
    view().submit({ timeStamp: 0, preventDefault });
    expect(preventDefault).toHaveBeenCalled();
    expect(view().fields.map(({ problem }) => problem)).toEqual([
      'Required.',
      'Required.',
      'Choose at least 1.',
      undefined,
    ]);
    expect(client.responses).toEqual([]);
    field('responses.0.')?.set('Ann');
    field('responses.1.')?.set('hunter2');
    field('responses.2.')?.change({ target: { value: '1', checked: true } });
    field('responses.2.')?.set('0');
    field('responses.2.')?.set('2');
    field('responses.2.')?.set('2', false);
    field('responses.2.other')?.set('the moon');
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
    before.field('responses.0.')?.set('Ann');
    before.field('responses.1.')?.set('hunter2');
    await settled();
    expect(JSON.stringify([...entries])).not.toContain('hunter2');
    const after = show(form, { drafts: tab() });
    expect(after.view().fields.map(({ value }) => value)).toEqual(['Ann', '', '', '']);
  });

  test('lists the fields of nested questions under the names of the questions around them', () => {
    const place = combinedPart({
      id: 'where',
      title: 'Place',
      description: 'Where it goes.',
      required: false,
      interactions: [inputPart({ id: 'city', title: 'City' })],
    });
    const { view } = show(combinedRequest({ interactions: [place] }));
    expect(view().fields).toMatchObject([
      {
        key: 'responses.0.responses.0.',
        label: 'Place (optional) › City',
        hint: 'Where it goes.',
      },
    ]);
  });

  test('labels the only field of a card as the answer to its title', () => {
    const { view, field } = show(confirmRequest({ title: 'Go on?', confirm_text: 'Go\u200B' }));
    expect(view().fields).toMatchObject([
      { key: 'answer', label: 'Your answer', control: 'radio' },
    ]);
    expect(field('answer')?.options).toMatchObject([
      { value: 'yes', label: 'Go\\u{200b}', chosen: false },
      { value: 'no', label: 'No', chosen: false },
    ]);
    field('answer')?.change({ target: { value: 'no', checked: true } });
    expect(field('answer')?.options.map(({ chosen }) => chosen)).toEqual([false, true]);
  });
});
