import type { HitlClient } from '@hitl/client';
import type { InteractionRequest } from '@hitl/protocol';
import {
  authorizationRequest,
  combinedRequest,
  confirmRequest,
  inputRequest,
  permissionRule,
  recoveryRequest,
  selectRequest,
  testTime,
} from '@hitl/protocol/testing';
import type { ComponentProps, ReactElement } from 'react';
import { Batch, Grants, Inbox, Interaction, RunControls } from '../src/index.ts';

/** One state of one component, and how to reach it. */
export interface Shown {
  readonly name: string;
  readonly ui: ReactElement;
  /** The names of the buttons to press, in order; `@` before the name of a part. */
  readonly press?: readonly string[];
}

const never = (): Promise<void> => new Promise(() => {});
const refuse = (): Promise<void> => Promise.reject(new Error('the gateway is down'));
const accept = (): void => {};

let made = 0;
/** Every card of the wall has its own request, so that none shares the state of another. */
function fresh<R extends InteractionRequest>(request: R, changes: Partial<R> = {}): R {
  made += 1;
  return { ...request, id: `int_${made}`, ...changes };
}

function card(
  request: InteractionRequest,
  props: Partial<ComponentProps<typeof Interaction.Auto>> = {},
): ReactElement {
  return <Interaction.Auto request={fresh(request)} onRespond={accept} {...props} />;
}

const call = authorizationRequest();
const edited = authorizationRequest({
  tool_name: 'send_invoice',
  tool_args: { customer: 'Ada', amount: 5, urgent: false, lines: ['one'], address: { city: 'X' } },
});
const long = authorizationRequest({ tool_args: { command: 'echo all\n'.repeat(60) } });
const choice = selectRequest({ multiple: true, allow_other: true, min_selected: 1 });
const batch = (count: number): InteractionRequest[] =>
  Array.from({ length: count }, (_, index) =>
    fresh(call, {
      risk_level: index === 0 ? 'high' : 'low',
      batch: { index, size: count },
      message_id: `msg_${made}`,
    }),
  );
const rules = [
  permissionRule({ id: 'r1', pattern: 'bash(npm run:*)', last_used_at: testTime(10) }),
  permissionRule({ id: 'r2', pattern: 'bash(rm:*)', effect: 'deny', expires_at: testTime(9000) }),
  permissionRule({ id: 'r3', pattern: 'file_write(src/**)', effect: 'ask' }),
];

function grants(props: Partial<ComponentProps<typeof Grants.Root>>): ReactElement {
  return (
    <Grants.Root rules={rules} onRevoke={accept} onRestore={accept} {...props}>
      <Grants.Status />
      <Grants.List />
    </Grants.Root>
  );
}

function inbox(props: Partial<ComponentProps<typeof Inbox.Root>>): ReactElement {
  return (
    <Inbox.Root interactions={[fresh(call), fresh(inputRequest())]} {...props}>
      <Inbox.Status />
      <Inbox.Count />
      <Inbox.List />
    </Inbox.Root>
  );
}

const ended = (outcome: 'answered' | 'cancelled' | 'superseded' | 'expired') => ({
  settlement: { outcome, resolvedBy: 'grace', resolvedAt: testTime(20) },
});

/**
 * Every state that a person can see. `cut`: a client whose server cannot be reached, and a request
 * of that server.
 */
export function everyState(cut: { client: HitlClient; request: InteractionRequest }): Shown[] {
  return [
    ...(['low', 'medium', 'high'] as const).map((risk_level) => ({
      name: `a call of ${risk_level} risk`,
      ui: card({ ...call, risk_level, reason: 'it asks before every command' }),
    })),
    { name: 'a call about to expire', ui: card({ ...call, expires_at: testTime(45) }) },
    { name: 'a call whose clock stands still', ui: card({ ...call, paused: true }) },
    { name: 'a long call', ui: card(long) },
    { name: 'a long call, shown', ui: card(long), press: ['@reveal'] },
    { name: 'a rule to choose', ui: card({ ...call, risk_level: 'low' }), press: ['Always'] },
    { name: 'a reason', ui: card(call), press: ['Reason…'] },
    { name: 'an editor', ui: card(edited), press: ['Edit'] },
    { name: 'an editor of JSON', ui: card(edited), press: ['Edit', 'Edit as JSON'] },
    { name: 'an answer on its way', ui: card(call, { onRespond: never }), press: ['Allow once'] },
    { name: 'a failed answer', ui: card(call, { onRespond: refuse }), press: ['Allow once'] },
    {
      name: 'an answer of unknown fate',
      ui: <Interaction.Auto request={cut.request} />,
      press: ['Allow once'],
    },
    { name: 'an allowed call', ui: card(call), press: ['Allow once'] },
    { name: 'a denied call', ui: card(call), press: ['Deny'] },
    { name: 'a call answered elsewhere', ui: card(call, ended('answered')) },
    { name: 'an expired call', ui: card(call, ended('expired')) },
    { name: 'a cancelled call', ui: card(call, ended('cancelled')) },
    { name: 'a superseded call', ui: card(call, ended('superseded')) },
    { name: 'a yes or no', ui: card(confirmRequest({ description: 'It takes a minute.' })) },
    { name: 'a question for text', ui: card(inputRequest({ description: 'One word.' })) },
    { name: 'a text that is needed', ui: card(inputRequest()), press: ['Send'] },
    { name: 'a secret', ui: card(inputRequest({ title: 'The key', sensitive: true })) },
    { name: 'an unmarked secret', ui: card(inputRequest({ title: 'Your password' })) },
    { name: 'a choice', ui: card(selectRequest()) },
    { name: 'several choices', ui: card(choice), press: ['Send'] },
    { name: 'a form', ui: card(combinedRequest()), press: ['Send'] },
    { name: 'a call that may have run', ui: card(recoveryRequest()) },
    {
      name: 'a request that cannot be shown',
      // As received from a newer server.
      ui: card(JSON.parse(JSON.stringify({ ...call, type: 'hologram' })) as InteractionRequest),
    },
    { name: 'a batch', ui: <Batch.Panel requests={batch(4)} onRespond={accept} /> },
    {
      name: 'a batch half decided',
      ui: <Batch.Panel requests={batch(4)} onRespond={accept} />,
      press: ['Allow once', 'Deny'],
    },
    {
      name: 'a batch with a reason for all',
      ui: <Batch.Panel requests={batch(4)} onRespond={accept} />,
      press: ['Reason for all…'],
    },
    { name: 'rules', ui: grants({}) },
    { name: 'no rules', ui: grants({ rules: [] }) },
    {
      name: 'rules that cannot be read',
      ui: grants({ rules: [], loaded: false, error: new Error() }),
    },
    {
      name: 'a rule that cannot be revoked',
      ui: grants({ onRevoke: refuse }),
      press: ['@grant-revoke'],
    },
    { name: 'an inbox', ui: inbox({}) },
    { name: 'an empty inbox', ui: inbox({ interactions: [] }) },
    { name: 'an inbox that is offline', ui: inbox({ connection: { status: 'offline' } }) },
    ...(['running', 'suspended', 'paused', 'completed', 'failed', 'aborted'] as const).map(
      (status) => ({
        name: `a run that is ${status}`,
        ui: <RunControls.Bar run={{ id: `run_${status}`, status }} onControl={accept} />,
      }),
    ),
    { name: 'more actions', ui: card(call), press: ['More actions'] },
  ];
}
