import { methods } from '@agentclientprotocol/sdk';
import { approvalOf, denialOf } from '@hitl/client';
import type { InteractionResponse } from '@hitl/protocol';
import { expect, test } from 'vitest';
import { commands, prompt, YES_NO, type Outcomes } from './agent.fixture.ts';
import { pendingIn } from '../base/pending-in.fixture.ts';
import { createPermissionRequestStore } from './permission-request-store.ts';
import { permissionRequest, type OptionLike } from './permission.ts';

const five = { c1: 'ls', c2: 'make', c3: 'rm -rf /', c4: 'date', c5: 'sleep 1' };

test('permission requests of an agent are shown, and its options are the answers', async () => {
  const store = createPermissionRequestStore();
  const outcomes: Outcomes = {};
  const ran: string[] = [];
  const waiting = pendingIn(store, 5);
  const done = prompt(store, commands(five, { ran, outcomes }));
  await waiting;
  const [ls, make, rm, date, sleep] = store.getSnapshot();
  expect(ls).toMatchObject({
    id: 'acp-1:c1',
    purpose: 'authorization',
    session_id: 'acp-1',
    tool_call_id: 'c1',
    tool_name: 'bash',
    tool_args: { command: 'ls' },
    description: 'Run ls',
    allowed_actions: ['approve', 'deny'],
    metadata: { rememberable: false },
  });
  const refused = (response: InteractionResponse, code: string) =>
    expect(() => store.respond(response)).toThrow(expect.objectContaining({ code }));
  refused({ ...approvalOf(ls!), request_id: 'other' }, 'unknown_request');
  refused(
    approvalOf(ls!, { action: 'modify_args', modified_args: { command: 'id' } }),
    'unsupported_answer',
  );
  refused(
    approvalOf(ls!, { remember: { scope: 'always', patterns: ['bash(ls)'] } }),
    'unsupported_answer',
  );
  refused(approvalOf(ls!, { remember: { scope: 'session' } }), 'unsupported_answer');
  refused({ ...denialOf(ls!), remember: { scope: 'always' } }, 'unsupported_answer');
  store.respond(approvalOf(date!));
  store.respond(denialOf(rm!, 'never'));
  store.respond(approvalOf(ls!));
  store.respond(approvalOf(make!, { remember: { scope: 'always' } }));
  store.turnCancelled('another');
  expect(store.getSnapshot()).toEqual([sleep]);
  store.turnCancelled('acp-1');
  const lines = await done;
  expect(outcomes).toEqual({
    c1: { outcome: 'selected', optionId: 'yes' },
    c2: { outcome: 'selected', optionId: 'yes-always' },
    c3: { outcome: 'selected', optionId: 'no' },
    c4: { outcome: 'selected', optionId: 'yes' },
    c5: { outcome: 'cancelled' },
  });
  // The messages between agent and client.
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        jsonrpc: '2.0',
        method: 'session/request_permission',
        params: expect.objectContaining({ sessionId: 'acp-1', toolCall: { toolCallId: 'c1' } }),
      }),
      expect.objectContaining({ result: { outcome: { outcome: 'selected', optionId: 'no' } } }),
      expect.objectContaining({ result: { outcome: { outcome: 'cancelled' } } }),
    ]),
  );
});

test('a call whose arguments have lost digits on the way can only be denied', () => {
  const rawInput = { account: Number('9007199254740993') };
  const params = { sessionId: 's', toolCall: { toolCallId: 'c1', rawInput }, options: YES_NO };
  expect(permissionRequest(params)).toMatchObject({
    reason: expect.stringContaining('What runs is not known exactly'),
    allowed_actions: ['deny'],
  });
  const choice = { ...params, options: [{ optionId: 'x', name: 'Go on', kind: 'other' }] };
  expect(() => permissionRequest(choice)).toThrow(
    expect.objectContaining({ code: 'unsupported_request' }),
  );
});

test("options beyond yes and no are a choice in the agent's own words", async () => {
  const store = createPermissionRequestStore();
  const waiting = pendingIn(store, 1);
  let picked: unknown;
  const done = prompt(store, async (host, sessionId) => {
    picked = await host.request(methods.client.session.requestPermission, {
      sessionId,
      toolCall: { toolCallId: 'plan', title: 'Ready to code?', kind: 'switch_mode' },
      options: [
        { optionId: 'auto', name: 'Yes, and accept edits', kind: 'allow_once' },
        { optionId: 'manual', name: 'Yes, and ask for edits', kind: 'allow_once' },
        { optionId: 'plan', name: 'No, keep planning', kind: 'reject_once' },
      ],
    });
  });
  await waiting;
  const [request] = store.getSnapshot();
  expect(request).toMatchObject({
    type: 'select',
    purpose: 'question',
    title: 'Ready to code?',
    allowed_actions: [],
    options: [
      { value: 'auto', label: 'Yes, and accept edits' },
      { value: 'manual', label: 'Yes, and ask for edits' },
      { value: 'plan', label: 'No, keep planning' },
    ],
  });
  store.respond({ request_id: request!.id, type: 'select', selected_values: ['manual'] });
  await done;
  expect(picked).toEqual({ outcome: { outcome: 'selected', optionId: 'manual' } });
});

test('a call without raw input shows its title and its file changes', async () => {
  const store = createPermissionRequestStore();
  const waiting = pendingIn(store, 1);
  const done = prompt(
    store,
    async (host, sessionId) =>
      void (await host.request(methods.client.session.requestPermission, {
        sessionId,
        toolCall: {
          toolCallId: 'e1',
          title: 'Edit a.ts',
          kind: 'edit',
          content: [{ type: 'diff', path: '/a.ts', oldText: '1', newText: '2' }],
        },
        options: [
          { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
          { optionId: 'no', name: 'Reject', kind: 'reject_once' },
        ],
      })),
  );
  await waiting;
  expect(store.getSnapshot()).toMatchObject([
    {
      tool_name: 'edit',
      tool_args: {
        title: 'Edit a.ts',
        changes: [{ path: '/a.ts', old_text: '1', new_text: '2' }],
      },
    },
  ]);
  store.turnCancelled('acp-1');
  await done;
});

const command = (toolCallId: string, text: string, options: readonly OptionLike[] = YES_NO) => ({
  sessionId: 's',
  toolCall: { toolCallId, name: 'bash', rawInput: { command: text } },
  options,
});

test('a call does not get the answer to another call of the same id', async () => {
  const store = createPermissionRequestStore();
  const first = store.requestPermission(command('c1', 'ls'));
  const again = store.requestPermission(command('c1', 'ls'));
  await expect(store.requestPermission(command('c1', 'rm -rf /'))).rejects.toMatchObject({
    code: 'unsupported_request',
  });
  const [request, ...others] = store.getSnapshot();
  expect([request?.tool_args, others]).toEqual([{ command: 'ls' }, []]);
  store.respond(approvalOf(request!));
  expect(await Promise.all([first, again])).toMatchObject([
    { outcome: { optionId: 'yes' } },
    { outcome: { optionId: 'yes' } },
  ]);
});

test('options with the same id are refused, because a rejection would read as approval', async () => {
  const store = createPermissionRequestStore();
  const options = YES_NO.map((option) => ({ ...option, optionId: 'same' }));
  await expect(store.requestPermission(command('c1', 'ls', options))).rejects.toMatchObject({
    code: 'unsupported_request',
  });
  expect(store.getSnapshot()).toEqual([]);
});
