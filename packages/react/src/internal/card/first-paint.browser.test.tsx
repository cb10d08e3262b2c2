import type { InteractionRequest } from '@hitl/protocol';
import {
  authorizationRequest,
  combinedRequest,
  confirmRequest,
  inputRequest,
  recoveryRequest,
  selectRequest,
  TEST_TIME,
} from '@hitl/protocol/testing';
import type { ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { cdp } from 'vitest/browser';
import { Batch, HitlProvider, Interaction } from '../../index.ts';
import { withTheme } from '../../theme/theme.fixture.ts';

withTheme();

/** From here on no request gets a response, as on an extremely slow network. */
beforeAll(async () => {
  await cdp().send('Fetch.enable', { patterns: [{ urlPattern: '*/packages/*' }] });
});
afterAll(async () => {
  await cdp().send('Fetch.disable');
});

let root: Root | undefined;
let main: HTMLElement;
const errors = vi.spyOn(console, 'error');
afterEach(() => {
  root?.unmount();
  document.body.replaceChildren();
  errors.mockClear();
});

function page(ui: ReactElement): ReactElement {
  return (
    <HitlProvider locale="en" now={() => TEST_TIME} armingDelayMs={0}>
      {ui}
    </HitlProvider>
  );
}

/** Renders synchronously: the result is the first frame that can be painted. */
function paint(ui: ReactElement): void {
  main = document.body.appendChild(document.createElement('main'));
  root = createRoot(main);
  flushSync(() => root?.render(page(ui)));
}

const partsIn = (element: Element): string[] =>
  [...element.querySelectorAll<HTMLElement>('[data-hitl-part]')].map(
    ({ dataset }) => dataset['hitlPart'] ?? '',
  );

const facts = {
  agent_path: ['planner', 'deployer'],
  reason: 'it changes what customers see',
  risk_level: 'high' as const,
  expires_at: new Date(TEST_TIME + 600_000).toISOString(),
};

const call = (tool_args: Record<string, unknown>, more: object = {}): InteractionRequest =>
  authorizationRequest({ ...facts, tool_name: 'ship', tool_args, ...more });

/** Every type of request, with the parts of its card besides the header and the reason. */
const kinds: Record<string, { request: InteractionRequest; parts: string[]; text?: string }> = {
  'a command': {
    request: call({ command: 'npm run ship\u202E' }),
    parts: ['args', 'escape', 'scope', 'more', 'edit', 'confirm-answer'],
    text: 'npm run ship',
  },
  'an edit of a file': {
    request: call({ path: 'a.ts', old_text: 'one\ntwo', new_text: 'one\n2' }),
    parts: ['diff', 'diff-line', 'confirm-answer'],
  },
  'a structure': {
    request: call({ order: { lines: [{ id: 1, deep: { x: [1] } }] } }),
    parts: ['tree', 'confirm-answer'],
  },
  'a table': {
    request: call({ rows: [{ id: 1 }, { id: 2 }] }),
    parts: ['table', 'confirm-answer'],
  },
  'an address that misleads': {
    request: call({ url: 'https://good.example@evil.example/' }),
    parts: ['arg-note', 'confirm-answer'],
    text: 'evil.example',
  },
  'a question': { request: confirmRequest(facts), parts: ['confirm-answer'] },
  'a question for text': { request: inputRequest(facts), parts: ['form', 'field', 'submit'] },
  'a question for a choice': { request: selectRequest(facts), parts: ['form', 'submit'] },
  'a form': { request: combinedRequest(facts), parts: ['form', 'submit'] },
  'an unknown outcome': { request: recoveryRequest(facts), parts: ['form', 'submit'] },
};

const COMMON = ['agent', 'risk', 'countdown', 'title', 'reason'];

test.each(Object.entries(kinds))(
  '%s is complete in its first frame, on any network',
  (_, { request, parts, text }) => {
    paint(<Interaction.Auto request={request} onRespond={() => {}} />);
    expect(partsIn(main)).toEqual(expect.arrayContaining([...COMMON, ...parts]));
    for (const said of ['planner', 'deployer', 'High risk', '10 min left', facts.reason]) {
      expect(main.textContent).toContain(said);
    }
    if (text !== undefined) expect(main.textContent).toContain(text);
    if (request.purpose === 'authorization') expect(main.textContent).toContain('ship');
  },
);

test('every row of a batch is complete in its first frame, and so is the common reason', () => {
  const requests = ['a', 'b', 'c'].map((id, index) =>
    call({ command: `ship ${id}` }, { id, message_id: 'm', batch: { index, size: 3 } }),
  );
  paint(<Batch.Panel requests={requests} onRespond={() => {}} />);
  const rows = [...main.querySelectorAll('[data-hitl-part="batch-row"]')];
  expect(rows).toHaveLength(3);
  // The line of a row is the title of its card.
  const inRow = COMMON.map((part) => (part === 'title' ? 'batch-subject' : part));
  for (const row of rows) {
    expect(partsIn(row)).toEqual(
      expect.arrayContaining([...inRow, 'args', 'scope', 'more', 'edit']),
    );
  }
  expect(partsIn(main)).toContain('batch-add-note');
});

test('an unknown request is shown as data in its first frame', () => {
  const unreadable = JSON.parse(JSON.stringify({ ...call({ command: 'x' }), type: 'hologram' }));
  paint(<Interaction.Auto request={unreadable} onRespond={() => {}} />);
  expect(partsIn(main)).toEqual(expect.arrayContaining(['raw', 'deny', 'more']));
});

test('the form of the arguments opens without a network', () => {
  paint(<Interaction.Auto request={call({ command: 'npm test', n: 5 })} onRespond={() => {}} />);
  const edit = main.querySelector<HTMLElement>('[data-hitl-part="edit"]');
  flushSync(() => edit?.click());
  expect([...main.querySelectorAll('textarea, input[inputmode]')].length).toBeGreaterThan(0);
});

test('a server-rendered card is complete, and hydration changes nothing', () => {
  const requests = Object.values(kinds).map(({ request }, index) => {
    // The server does not know this machine's clock, so the remaining time appears with hydration.
    const { expires_at: _, ...rest } = request;
    return { ...rest, id: `ssr_${index}` };
  });
  const ui = page(
    <>
      {requests.map((request) => (
        <Interaction.Auto key={request.id} request={request} onRespond={() => {}} />
      ))}
    </>,
  );
  main = document.body.appendChild(document.createElement('main'));
  main.innerHTML = renderToString(ui);
  const elements = [...main.querySelectorAll('*')];
  const text = main.textContent;
  expect(partsIn(main)).toEqual(
    expect.arrayContaining(['agent', 'risk', 'reason', 'args', 'edit', 'more', 'form', 'tree']),
  );
  flushSync(() => {
    root = hydrateRoot(main, ui);
  });
  expect(main.textContent).toBe(text);
  expect([...main.querySelectorAll('*')]).toEqual(elements);
  expect(errors).not.toHaveBeenCalled();
});
