import { readFileSync } from 'node:fs';
import { EVENT_DATA, RunEventSchema, type RunEvent } from '@hitl/protocol';
import { auditOrigin, linkEntries } from '@hitl/protocol/fold';
import { expect, test } from 'vitest';
import type { TrailLinks } from '../store/store.ts';
import { auditedEvents, trailEntries } from './entries.ts';

/** A log with every type of event, and the hashes that were computed when it was written. */
const { events, trails } = JSON.parse(
  readFileSync(new URL('../../fixtures/sealed-trails.json', import.meta.url), 'utf8'),
) as { events: readonly RunEvent[]; trails: readonly TrailLinks[] };

test('the entries of an existing log never change, because their hashes are stored', async () => {
  expect(events.map((event) => RunEventSchema.parse(event))).toEqual(events);
  expect(new Set(events.map(({ type }) => type))).toEqual(new Set(Object.keys(EVENT_DATA)));
  expect(trails).toHaveLength(2);
  for (const { run_id: runId, links } of trails) {
    const now = await linkEntries(trailEntries(events, runId), await auditOrigin(runId));
    expect(now).toEqual(links);
  }
});

test('the entries of a commit are those of the whole log, if its requests are known', () => {
  const asked = events.findIndex(({ type }) => type === 'interaction_response');
  const whole = auditedEvents(events).slice(auditedEvents(events.slice(0, asked)).length);
  const before = events.flatMap((event) =>
    event.type === 'interaction_request' ? [event.data.interaction_request] : [],
  );
  const commit = auditedEvents(
    events.slice(asked),
    (id) => before.find((request) => request.id === id)?.tool_args,
  );
  expect(commit).toEqual(whole);
  expect(commit[0]?.entry).toMatchObject({
    kind: 'approval_decision',
    proposed_args: { command: 'rm -rf build' },
    approved_args: { command: 'rm -r build' },
  });
});
