import { authorizationRequest, inputRequest, permissionRule } from '@hitl/protocol/testing';
import type { ReactNode } from 'react';
import { Batch, Confirm, Grants, Inbox, Input, RunControls } from '../index.ts';
import { describePart } from './describe-part.fixture.tsx';
import { now } from './testing.fixture.tsx';
import { HitlTestProvider } from '../testing.tsx';

const inConfirm = (part: ReactNode) => (
  <HitlTestProvider now={now}>
    <Confirm.Root request={authorizationRequest({ reason: 'It deploys.' })} onRespond={() => {}}>
      {part}
    </Confirm.Root>
  </HitlTestProvider>
);
const inInput = (part: ReactNode) => (
  <HitlTestProvider now={now}>
    <Input.Root request={inputRequest({ description: 'Why' })} onRespond={() => {}}>
      <Input.Form>{part}</Input.Form>
    </Input.Root>
  </HitlTestProvider>
);
const alone = (part: ReactNode) => <HitlTestProvider now={now}>{part}</HitlTestProvider>;

const respond = { request: authorizationRequest(), onRespond: () => {} };
describePart('Confirm.Root', Confirm.Root, alone, respond);
describePart('Confirm.Header', Confirm.Header, inConfirm);
describePart('Confirm.Agent', Confirm.Agent, inConfirm);
describePart('Confirm.Risk', Confirm.Risk, inConfirm);
describePart('Confirm.Countdown', Confirm.Countdown, inConfirm);
describePart('Confirm.Meta', Confirm.Meta, inConfirm);
describePart('Confirm.Title', Confirm.Title, inConfirm);
describePart('Confirm.Args', Confirm.Args, inConfirm);
describePart('Confirm.Reason', Confirm.Reason, inConfirm);
describePart('Confirm.Scope', Confirm.Scope, inConfirm);
describePart('Confirm.Edit', Confirm.Edit, inConfirm);
describePart('Confirm.Actions', Confirm.Actions, inConfirm);
describePart('Confirm.Answer', Confirm.Answer, inConfirm, { confirmed: true });

describePart('Input.Root', Input.Root, alone, { request: inputRequest(), onRespond: () => {} });
describePart('Input.Description', Input.Description, inInput);
describePart('Input.Decline', Input.Decline, inInput);
describePart('Input.Submit', Input.Submit, inInput);

const size = 2;
const requests = [
  authorizationRequest({ id: 'a', risk_level: 'low', batch: { index: 0, size } }),
  authorizationRequest({ id: 'b', risk_level: 'low', batch: { index: 1, size } }),
  authorizationRequest({ id: 'c', risk_level: 'high', batch: { index: 2, size } }),
];
const inBatch = (part: ReactNode) =>
  alone(
    <Batch.Root requests={requests} onRespond={() => {}}>
      {part}
    </Batch.Root>,
  );
describePart('Batch.Root', Batch.Root, alone, { requests, onRespond: () => {} });
describePart('Batch.Progress', Batch.Progress, inBatch);
describePart('Batch.Rows', Batch.Rows, inBatch);
describePart('Batch.AllowAll', Batch.AllowAll, inBatch);
describePart('Batch.DenyAll', Batch.DenyAll, inBatch);
describePart('Batch.AddNote', Batch.AddNote, inBatch);
describePart('Batch.LeftOut', Batch.LeftOut, inBatch);
describePart('Batch.Keys', Batch.Keys, inBatch);

const rule = permissionRule();
const inGrants = (part: ReactNode) =>
  alone(
    <Grants.Root rules={[rule]} onRevoke={() => {}}>
      <Grants.Item rule={rule}>{part}</Grants.Item>
    </Grants.Root>,
  );
const grants = { rules: [], onRevoke: () => {} };
describePart('Grants.Root', Grants.Root, alone, grants);
describePart('Grants.Status', Grants.Status, (part) =>
  alone(<Grants.Root {...grants}>{part}</Grants.Root>),
);
const inRules = (part: ReactNode) =>
  alone(
    <Grants.Root rules={[rule]} onRevoke={() => {}}>
      {part}
    </Grants.Root>,
  );
describePart('Grants.List', Grants.List, inRules);
describePart('Grants.Item', Grants.Item, (part) => inRules(<ul>{part}</ul>), { rule });
describePart('Grants.Pattern', Grants.Pattern, inGrants);
describePart('Grants.Origin', Grants.Origin, inGrants);
describePart('Grants.Revoke', Grants.Revoke, inGrants);
describePart('Grants.Undo', Grants.Undo, inGrants);

const inInbox = (part: ReactNode) =>
  alone(
    <Inbox.Root interactions={requests}>
      <Inbox.Item request={authorizationRequest()}>{part}</Inbox.Item>
    </Inbox.Root>,
  );
describePart('Inbox.Root', Inbox.Root, alone, { interactions: [] });
describePart('Inbox.Status', Inbox.Status, (part) =>
  alone(<Inbox.Root interactions={[]}>{part}</Inbox.Root>),
);
describePart('Inbox.Count', Inbox.Count, inInbox);
const inList = (part: ReactNode) => alone(<Inbox.Root interactions={requests}>{part}</Inbox.Root>);
describePart('Inbox.List', Inbox.List, inList);
describePart('Inbox.Item', Inbox.Item, inList, { request: authorizationRequest() });
describePart('Inbox.Subject', Inbox.Subject, inInbox);
describePart('Inbox.Meta', Inbox.Meta, inInbox);

const run = { id: 'run_1', status: 'running' } as const;
const inRun = (part: ReactNode) =>
  alone(
    <RunControls.Root run={run} onControl={() => {}}>
      {part}
    </RunControls.Root>,
  );
describePart('RunControls.Root', RunControls.Root, alone, { run, onControl: () => {} });
describePart('RunControls.State', RunControls.State, inRun);
describePart('RunControls.PauseOrResume', RunControls.PauseOrResume, inRun);
describePart('RunControls.Abort', RunControls.Abort, inRun);
