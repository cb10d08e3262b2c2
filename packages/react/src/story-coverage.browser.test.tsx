import type { RunStatus } from '@hitl/protocol';
import type { ToolCallState } from '@hitl/client/view';
import { composeStories, setProjectAnnotations } from '@storybook/react-vite';
import { afterEach, beforeAll, expect, test } from 'vitest';
import preview from '../../../.storybook/preview.tsx';
import * as args from './args/index.ts';
import * as audit from './audit/index.ts';
import type { CardStatus, UseBatchResult, UseGrantsResult } from './headless.ts';
import * as kit from './index.ts';
import * as receipt from './receipt/index.ts';
import { withTheme } from './theme/theme.fixture.ts';

withTheme();

type StoryModule = Parameters<typeof composeStories>[0];

/** All stories except those of flows, which do not show a single state. */
const modules = import.meta.glob<StoryModule>(['./**/*.stories.tsx', '!./scenarios/*'], {
  eager: true,
});

beforeAll(() => void setProjectAnnotations(preview));
afterEach(() => document.body.replaceChildren());

/** A public component: a single one, or a namespace of parts. */
const components = Object.entries({ ...kit, ...args, ...audit, ...receipt }).filter(
  ([name, value]) => /^[A-Z]/.test(name) && (typeof value === 'function' || isObject(value)),
);

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Whether a story shows this component or a part of it. */
function isOf(shown: unknown, component: unknown): boolean {
  if (shown === component) return true;
  // A memoized component is an object too, but not a namespace of parts.
  return (
    isObject(component) && !('$$typeof' in component) && Object.values(component).includes(shown)
  );
}

test.each(components)('%s has a story', (_, component) => {
  const shown = Object.values(modules).flatMap(({ default: meta }) => [
    meta.component,
    ...Object.values(meta.subcomponents ?? {}),
  ]);
  expect(shown.some((each) => isOf(each, component))).toBe(true);
});

/** The story of each state; a new state does not compile without one. */
const card: Readonly<Record<CardStatus, string>> = {
  pending: 'Pending',
  paused: 'Paused',
  submitting: 'Submitting',
  failed: 'Failed',
  unknown: 'Unknown',
  settled: 'Settled',
  expired: 'Expired',
  cancelled: 'Cancelled',
  superseded: 'Superseded',
};
const question = { failed: 'Failed', expired: 'Expired', settled: 'Settled' };
const batch: Readonly<Record<UseBatchResult['state'], string>> = {
  pending: 'Pending',
  submitting: 'Submitting',
  settled: 'DenyAll',
};
const grants: Readonly<Record<UseGrantsResult['state'], string>> = {
  loading: 'Loading',
  failed: 'LoadFailed',
  empty: 'Empty',
  ready: 'Ready',
};
const run: Readonly<Record<RunStatus, string>> = {
  running: 'Running',
  suspended: 'Suspended',
  paused: 'Paused',
  completed: 'Completed',
  failed: 'Broken',
  aborted: 'Aborted',
};
const call: Readonly<Record<ToolCallState, string>> = {
  proposed: 'Proposed',
  waiting: 'WaitingElsewhere',
  ready: 'Ready',
  running: 'Running',
  ran: 'Ran',
  failed: 'Failed',
  answered: 'Answered',
  provided: 'ResultProvided',
  declined: 'Declined',
  denied: 'Denied',
  expired: 'Expired',
  cancelled: 'Stopped',
  superseded: 'Replaced',
};
const list = { loading: 'Loading', empty: 'Empty', ready: 'Ready' };

const states = Object.entries({
  'confirm/confirm confirm-root': card,
  'input/input input-root': { pending: 'Pending', submitting: 'Submitting', ...question },
  'select/select select-root': { pending: 'Pending', submitting: 'Submitting', ...question },
  'combined/combined combined-root': { pending: 'Pending', ...question },
  'tool-call/tool-call tool-call': call,
  'batch/batch batch-root': batch,
  'grants/grants grants-root': grants,
  'inbox/inbox inbox-root': list,
  'run-controls/run-controls run-controls': run,
  'audit/audit-trail audit-root': { ...list, failed: 'LoadFailed' },
}).flatMap(([where, byState]) => {
  const [file = '', part = ''] = where.split(' ');
  return Object.entries(byState).map(([state, story]) => ({ file, part, state, story }));
});

test.each(states)('$part shows $state in a story', async ({ file, part, state, story }) => {
  const module = modules[`./${file}.stories.tsx`];
  if (module === undefined) throw new Error(`there are no stories in ${file}`);
  const stories: Record<string, { run(): Promise<void> } | undefined> = composeStories(module);
  await stories[story]?.run();
  const shown = [...document.querySelectorAll<HTMLElement>(`[data-hitl-part="${part}"]`)];
  expect(shown.map(({ dataset }) => dataset['state'])).toContain(state);
});
