// oxlint-disable unicorn/require-post-message-target-origin -- a BroadcastChannel has no target
// origin
import type { InteractionRequest } from '@hitl/protocol';
import {
  authorizationRequest,
  interactionRequest,
  interactionResolved,
  sessionLog,
} from '@hitl/protocol/testing';
import { describe, expect, test } from 'vitest';
import { approvalOf } from '../submissions/answers.ts';
import { createBatch } from '../submissions/batch.ts';
import { createHitlClient } from '../client/client.ts';
import { createInboxStore } from '../stores/inbox-store.ts';
import { createSubmission, type Submission } from '../submissions/submission.ts';
import type { TabChannel } from '../base/tab-channel.ts';
import { createFakeClient, type FakeClient } from '../testing/fake-client.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { settled } from '../testing/settled.fixture.ts';

/** What the tabs of one browser share. */
function createBrowser() {
  const channels = new Map<
    TabChannel,
    { name: string; hear?: (event: { data: unknown }) => void }
  >();
  const said: unknown[] = [];
  return {
    said,
    /** The names of the open channels. */
    get open() {
      return [...channels.values()].map(({ name }) => name);
    },
    openChannel: (name: string): TabChannel => {
      const channel: TabChannel = {
        postMessage(message) {
          said.push(message);
          for (const [other, { name: theirs, hear }] of channels) {
            if (other !== channel && theirs === name) hear?.({ data: structuredClone(message) });
          }
        },
        addEventListener: (_type, hear) => void channels.set(channel, { name, hear }),
        close: () => void channels.delete(channel),
      };
      channels.set(channel, { name });
      return channel;
    },
  };
}

const request = authorizationRequest({ id: 'int_1' });

/** A tab in which the request is pending, and whose event stream is silent. */
function openTab(openChannel: (name: string) => TabChannel, ...more: InteractionRequest[]) {
  const client = createFakeClient({ pending: [request, ...more], openChannel });
  const inbox = createInboxStore(client);
  const submission = createSubmission(client, request);
  const stops = [inbox.subscribe(() => {}), submission.subscribe(() => {})];
  return {
    client,
    submission,
    ids: () => inbox.getSnapshot().interactions.map(({ id }) => id),
    asked: () => client.calls.filter(({ name }) => name === 'get_interaction').length,
    leave: () => stops.forEach((stop) => stop()),
  };
}

/** The server knows the answer; this client's streams do not. */
function answeredElsewhere(client: FakeClient, ...ids: string[]): void {
  client.reply('get_interaction', ({ params }) => {
    const id = params?.['interaction_id'];
    const view = { interaction_request: { ...request, id }, run_id: 'run_1' };
    if (!ids.includes(String(id))) return { ...view, status: 'pending' };
    return { ...view, status: 'answered', resolved_by: 'grace' };
  });
}

const status = (submission: Submission): string => submission.getSnapshot().status;

describe('tabs of one browser', () => {
  test('agree at once even if the events of one of them do not arrive', async () => {
    const browser = createBrowser();
    const [here, there] = [openTab(browser.openChannel), openTab(browser.openChannel)];
    answeredElsewhere(there.client, 'int_1');
    await settled();
    await here.submission.submit(approvalOf(request));
    await settled();
    expect(status(there.submission)).toBe('pending');
    there.client.clock.advance(100);
    await settled();
    expect(there.submission.getSnapshot()).toMatchObject({
      status: 'answered_elsewhere',
      settlement: { outcome: 'answered', resolvedBy: 'grace' },
    });
    expect(there.ids()).toEqual([]);
  });

  test('send each other nothing but ids', async () => {
    const browser = createBrowser();
    const tab = openTab(browser.openChannel, authorizationRequest({ id: 'int_2' }));
    const batch = createBatch(tab.client, tab.client.pending);
    await settled();
    await batch.allowAll({ note: 'because I say so' });
    await settled();
    expect(browser.said).toEqual([{ settled: ['int_1', 'int_2'] }]);
  });

  test('do not ask the server if its event came first', async () => {
    const browser = createBrowser();
    const [here, there] = [openTab(browser.openChannel), openTab(browser.openChannel)];
    await settled();
    await here.submission.submit(approvalOf(request));
    await settled();
    there.client.emit(...sessionLog([interactionRequest(request), interactionResolved()]));
    there.client.clock.advance(100);
    await settled();
    expect(status(there.submission)).toBe('answered_elsewhere');
    expect(there.asked()).toBe(0);
  });

  test('trust the server and not the hint: a forged one changes nothing, a true one later counts', async () => {
    const browser = createBrowser();
    const there = openTab(browser.openChannel);
    answeredElsewhere(there.client);
    await settled();
    const forger = browser.openChannel(browser.open[0] ?? '');
    const forged = [
      { settled: ['int_1'] },
      { settled: ['int_1'], outcome: 'answered', response: { confirmed: true } },
    ];
    for (const message of forged) forger.postMessage(message);
    there.client.clock.advance(100);
    await settled();
    expect(status(there.submission)).toBe('pending');
    expect(there.ids()).toEqual(['int_1']);
    expect(there.asked(), 'both hints are one question').toBe(1);
    answeredElsewhere(there.client, 'int_1');
    forger.postMessage({ settled: ['int_1'] });
    there.client.clock.advance(100);
    await settled();
    expect(status(there.submission)).toBe('answered_elsewhere');
  });

  test('check again if a hint arrives during a check', async () => {
    const browser = createBrowser();
    const there = openTab(browser.openChannel);
    answeredElsewhere(there.client);
    await settled();
    const other = browser.openChannel(browser.open[0] ?? '');
    const release = there.client.hold('get_interaction');
    other.postMessage({ settled: ['int_1'] });
    there.client.clock.advance(100);
    await settled();
    other.postMessage({ settled: ['int_1'] });
    release();
    await settled();
    answeredElsewhere(there.client, 'int_1');
    there.client.clock.advance(100);
    await settled();
    expect(there.asked()).toBe(2);
    expect(status(there.submission)).toBe('answered_elsewhere');
  });

  test('do not check requests that are not pending here, such as another person’s', async () => {
    const browser = createBrowser();
    const there = openTab(browser.openChannel);
    await settled();
    const other = browser.openChannel(browser.open[0] ?? '');
    for (const message of [
      { settled: ['int_other'] },
      { settled: 'int_1' },
      { settled: [1] },
      { settled: null },
      'int_1',
      null,
      undefined,
    ]) {
      other.postMessage(message);
    }
    there.client.clock.advance(100);
    await settled();
    expect(there.asked()).toBe(0);
  });

  test('learn of it from the stream if the server cannot be asked', async () => {
    const browser = createBrowser();
    const there = openTab(browser.openChannel);
    await settled();
    const other = browser.openChannel(browser.open[0] ?? '');
    there.client.fail('get_interaction', 'network');
    other.postMessage({ settled: ['int_1'] });
    there.client.clock.advance(100);
    await settled();
    expect(status(there.submission)).toBe('pending');
  });

  test('leave an answer being sent to its own reply', async () => {
    const browser = createBrowser();
    const [here, there] = [openTab(browser.openChannel), openTab(browser.openChannel)];
    answeredElsewhere(there.client, 'int_1');
    await settled();
    const release = there.client.hold('respond');
    const sending = there.submission.submit(approvalOf(request));
    await here.submission.submit(approvalOf(request));
    await settled();
    there.client.clock.advance(100);
    await settled();
    expect(status(there.submission)).toBe('submitting');
    release();
    await sending;
    expect(status(there.submission)).toBe('confirmed');
  });
});

describe('the channel between tabs', () => {
  test('is open only while there are listeners', async () => {
    const browser = createBrowser();
    const client = createFakeClient({ pending: [request], openChannel: browser.openChannel });
    const submission = createSubmission(client, request);
    const inbox = createInboxStore(client);
    await settled();
    expect(browser.open).toEqual([]);
    const stops = [submission.subscribe(() => {}), inbox.subscribe(() => {})];
    await settled();
    expect(browser.open).toEqual(['hitl http://fake/']);
    for (const stop of stops) stop();
    client.clock.advance(0);
    expect(browser.open).toEqual([]);
  });

  test('is open for a moment to announce an answer', async () => {
    const browser = createBrowser();
    const client = createFakeClient({ pending: [request], openChannel: browser.openChannel });
    await createSubmission(client, request).submit(approvalOf(request));
    await settled();
    expect(browser.said).toEqual([{ settled: ['int_1'] }]);
    expect(browser.open).toEqual([]);
  });

  test('is not opened for a listener that left before that', async () => {
    const browser = createBrowser();
    const tab = openTab(browser.openChannel);
    tab.leave();
    tab.client.clock.advance(0);
    await settled();
    expect(browser.open).toEqual([]);
  });

  test('announces only settled requests: a paused one is still pending', async () => {
    const browser = createBrowser();
    const tab = openTab(browser.openChannel);
    await settled();
    await tab.submission.submit({ request_id: 'int_1', type: 'confirm', action: 'pause' });
    await settled();
    expect(browser.said).toEqual([]);
  });

  test('can be disabled, refused or missing outside of pages', async () => {
    const refusing = openTab(() => {
      throw new Error('SecurityError');
    });
    await settled();
    await refusing.submission.submit(approvalOf(request));
    await settled();
    expect(status(refusing.submission)).toBe('confirmed');

    const heard: unknown[] = [];
    const ear = new BroadcastChannel('hitl http://localhost/');
    ear.addEventListener('message', ({ data }) => heard.push(data));
    for (const options of [{ openChannel: null }, {}]) {
      const client = createHitlClient({
        ...options,
        clock: createFakeClock(),
        fetch: async () => Response.json({ status: 'running', run: {} }),
      });
      const submission = createSubmission(client, request);
      submission.subscribe(() => {});
      await submission.submit(approvalOf(request));
      await settled();
      expect(status(submission)).toBe('confirmed');
    }
    expect(heard).toEqual([]);
    ear.close();
  });

  test('has its own name for each server', async () => {
    const names: string[] = [];
    for (const baseUrl of ['https://one.example', 'https://one.example/hitl/']) {
      const client = createHitlClient({
        baseUrl,
        clock: createFakeClock(),
        fetch: async () => Response.json({ status: 'running', run: {} }),
        openChannel(name) {
          names.push(name);
          return { postMessage() {}, addEventListener() {}, close() {} };
        },
      });
      await createSubmission(client, request).submit(approvalOf(request));
      await settled();
    }
    expect(names).toEqual(['hitl https://one.example/', 'hitl https://one.example/hitl/']);
  });
});
