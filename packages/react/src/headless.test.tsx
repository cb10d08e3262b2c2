import {
  authorizationRequest,
  combinedRequest,
  confirmRequest,
  inputRequest,
  permissionRule,
} from '@hitl/protocol/testing';
import { act, renderHook, type RenderHookResult } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import {
  useBatch,
  useCard,
  useConfirm,
  useGrants,
  useQuestion,
  useRunControls,
  visibleString,
} from './headless.ts';
import { createDrafts } from './index.ts';
import { now } from './internal/testing.fixture.tsx';
import { HitlTestProvider, type HitlTestProviderProps } from './testing.tsx';

function read<T>(
  hook: () => T,
  settings: HitlTestProviderProps = {},
): RenderHookResult<T, unknown> {
  return renderHook(hook, {
    wrapper: ({ children }) => (
      <HitlTestProvider now={now} locale="en" {...settings}>
        {children}
      </HitlTestProvider>
    ),
  });
}

const soon = { timeStamp: new Event('press').timeStamp };

test('a card sends its answer once, and shows the outcome', async () => {
  const onRespond = vi.fn(async () => {});
  const { result } = read(() => useCard(inputRequest(), { onRespond }));
  expect(result.current).toMatchObject({ state: 'pending', answerable: true, problem: undefined });
  await act(async () => {
    result.current.respond({ text: 'apollo' });
    result.current.respond({ text: 'artemis' });
  });
  expect(onRespond.mock.calls).toEqual([[{ request_id: 'int_1', type: 'input', text: 'apollo' }]]);
  expect(result.current).toMatchObject({ state: 'settled', outcome: 'answered' });
});

test('a card describes why its answer failed, and sends it again', async () => {
  const onRespond = vi.fn(async () => {});
  onRespond.mockRejectedValueOnce(new Error('the gateway is down'));
  const { result } = read(() => useCard(inputRequest(), { onRespond }));
  await act(async () => result.current.respond({ text: 'apollo' }));
  expect(result.current).toMatchObject({ state: 'failed', retryable: true });
  expect(result.current.problem).toContain('the gateway is down');
  await act(async () => result.current.retry());
  expect(result.current).toMatchObject({ state: 'settled', problem: undefined });
});

test('a card ignores a press that was in flight when it appeared', async () => {
  const onRespond = vi.fn();
  const { result } = read(() => useCard(inputRequest(), { onRespond, armingDelayMs: 60_000 }));
  await act(async () => result.current.respond({ text: 'apollo' }, soon));
  expect(onRespond).not.toHaveBeenCalled();
});

test('a card keeps the focus on itself while its buttons are disabled', async () => {
  const section = document.createElement('section');
  section.tabIndex = -1;
  const button = section.appendChild(document.createElement('button'));
  document.body.append(section);
  const onRespond = (): Promise<void> => new Promise(() => {});
  const { result } = read(() => useCard(inputRequest(), { onRespond }));
  expect(result.current.cardProps).toMatchObject({ role: 'group', tabIndex: -1 });
  result.current.cardProps.ref(section);
  button.focus();
  await act(async () => result.current.respond({ text: 'apollo' }));
  expect(section).toHaveFocus();
  expect(result.current.cardProps['aria-busy']).toBe(true);
  section.remove();
});

test('the name of a card hides no characters', () => {
  const { result } = read(() =>
    useCard(confirmRequest({ title: 'Pay\u202E?' }), { onRespond: () => {} }),
  );
  expect(result.current.subject).toBe('Pay\\u{202e}?');
  expect(visibleString('a\u200Bb')).toBe('a\\u{200b}b');
});

test('a call is allowed as edited, with its types and a note', async () => {
  const onRespond = vi.fn();
  const request = authorizationRequest({ tool_args: { amount: 5 } });
  const { result } = read(() => useConfirm(request, { onRespond }));
  act(() => result.current.setArgs({ amount: 6 }));
  act(() => result.current.setNote(' half of it '));
  expect(result.current).toMatchObject({ edited: true, args: { amount: 6 } });
  await act(async () => result.current.allow());
  expect(onRespond.mock.calls[0]?.[0]).toMatchObject({
    action: 'modify_args',
    modified_args: { amount: 6 },
    note: 'half of it',
    remember: { scope: 'once' },
  });
});

test('a call with invalid text cannot be allowed, but can be denied', () => {
  const request = authorizationRequest({ tool_args: { amount: 5 } });
  const { result } = read(() => useConfirm(request, { onRespond: () => {} }));
  act(() => result.current.setArgs({ amount: 5 }, false));
  expect(result.current).toMatchObject({ allowable: false, answerable: true });
  act(() => result.current.resetArgs());
  expect(result.current).toMatchObject({ allowable: true, edited: false });
});

test('a long call is allowed once it was shown in full', async () => {
  const onRespond = vi.fn();
  const request = authorizationRequest({ tool_args: { command: 'x'.repeat(5000) } });
  const { result } = read(() => useConfirm(request, { onRespond }));
  expect(result.current).toMatchObject({ clipped: true, allowable: false });
  await act(async () => result.current.allow());
  expect(onRespond).not.toHaveBeenCalled();
  act(() => result.current.reveal());
  expect(result.current).toMatchObject({ clipped: false, allowable: true });
});

test('a call is remembered as the chosen literal rule', async () => {
  const onRespond = vi.fn();
  const { result } = read(() => useConfirm(authorizationRequest(), { onRespond }));
  const { terms, choices, term } = result.current.approvalScope;
  expect(terms).toEqual(['once', 'session', 'hour', 'today', 'month', 'always']);
  expect(term).toBe('once');
  act(() => result.current.approvalScope.remember('always', choices[1]));
  await act(async () => result.current.allow());
  expect(onRespond.mock.calls[0]?.[0]).toMatchObject({
    remember: { scope: 'always', patterns: choices[1] },
  });
});

test('a question is sent as a whole, or reports where it is invalid', async () => {
  const onRespond = vi.fn();
  const request = combinedRequest();
  const { result } = read(() => useQuestion(request, { onRespond }));
  const [first] = result.current.field.fields;
  if (first === undefined) throw new Error('the question has no parts');
  let wrong: string | undefined;
  act(() => {
    wrong = result.current.submit();
  });
  expect(onRespond).not.toHaveBeenCalled();
  expect(result.current.field.fields.find(({ place }) => place === wrong)?.problem).toBeDefined();
});

test.each([
  ['survives its component', false, 'apollo'],
  ['that is a secret dies with its component', true, ''],
])('the input for a question %s', (_, sensitive, kept) => {
  const drafts = createDrafts({ storage: null });
  const hook = () => useQuestion(inputRequest({ sensitive }), { onRespond: () => {} });
  const first = read(hook, { drafts });
  expect(first.result.current.field.secret).toBe(sensitive);
  act(() => first.result.current.field.change({ text: 'apollo' }));
  expect(first.result.current.field.answer).toEqual({ text: 'apollo' });
  first.unmount();
  expect(read(hook, { drafts }).result.current.field.answer).toEqual({ text: kept });
});

test('grants are revoked and restored', async () => {
  const onRevoke = vi.fn();
  const onRestore = vi.fn();
  const rule = permissionRule();
  const { result, rerender } = renderHook(
    ({ rules }) => useGrants({ rules, onRevoke, onRestore }),
    { initialProps: { rules: [rule] } },
  );
  expect(result.current).toMatchObject({ state: 'ready', rules: [rule], revoked: [] });
  await act(() => result.current.revoke(rule));
  rerender({ rules: [] });
  expect(result.current).toMatchObject({ state: 'ready', revoked: [rule] });
  await act(() => result.current.restore(rule));
  expect(onRestore).toHaveBeenCalledWith(
    'allow',
    expect.objectContaining({ resource: rule.pattern }),
  );
  expect(result.current).toMatchObject({ state: 'empty', revoked: [] });
});

test('a run accepts one signal at a time, and says why one failed', async () => {
  const onControl = vi.fn(async () => {});
  onControl.mockRejectedValueOnce(new Error('it has ended'));
  const { result } = read(() => useRunControls({ id: 'run_1', status: 'running' }, onControl));
  await act(async () => result.current.control('pause_run'));
  expect(result.current).toMatchObject({
    live: true,
    busy: null,
    error: new Error('it has ended'),
  });
  await act(async () => {
    result.current.control('abort_run');
  });
  expect(onControl.mock.calls).toEqual([['pause_run'], ['abort_run']]);
  expect(result.current.error).toBeNull();
});

test('a batch lists what "allow all" would answer, and leaves out calls that need review', async () => {
  const onRespond = vi.fn();
  const call = (id: string, risk_level: 'low' | 'high') => authorizationRequest({ id, risk_level });
  const requests = [call('a', 'low'), call('b', 'high'), call('c', 'low')];
  const { result } = read(() => useBatch(requests, onRespond));
  expect(result.current.allowable.map(({ id }) => id)).toEqual(['a', 'c']);
  expect(result.current).toMatchObject({
    state: 'pending',
    leftOut: [{ request: { id: 'b' }, reason: 'high_risk' }],
  });
  await act(() => result.current.allowAll());
  expect(onRespond.mock.calls.map(([answer]) => answer.request_id)).toEqual(['a', 'c']);
  act(() => result.current.setNote('on a copy'));
  expect(result.current.note).toBe('on a copy');
  await act(() => result.current.denyAll(undefined, 'not today'));
  expect(onRespond.mock.lastCall?.[0]).toMatchObject({ request_id: 'b', note: 'not today' });
  expect(result.current.note).toBeUndefined();
  expect(result.current.state).toBe('settled');
});
