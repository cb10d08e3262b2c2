import {
  authorizationRequest,
  confirmResponse,
  runClaimed,
  runStarted,
  sessionLog,
  settlement,
  stepCompleted,
  suspension,
  toolCall,
  toolCompleted,
  toolStarted,
} from '@hitl/protocol/testing';
import { expect, test } from 'vitest';
import { scaleOf, spansOf } from './timeline-spans.ts';

const request = authorizationRequest({ message_id: 'msg_1' });
const asked = [
  runStarted(),
  runClaimed(),
  stepCompleted({ id: 'msg_1', role: 'assistant', content: '', tool_calls: [toolCall()] }),
  ...suspension(request),
];
const START = Date.parse('2026-11-23T12:00:00.000Z');

/** Events, one second apart. */
const log = (drafts: Parameters<typeof sessionLog>[0]) =>
  sessionLog(drafts).map((event, index) => ({
    ...event,
    timestamp: new Date(START + index * 1000).toISOString(),
  }));

test('a run is split into model, waiting and tool spans, in order', () => {
  const events = log([
    ...asked,
    ...settlement(request, confirmResponse()),
    toolStarted(),
    toolCompleted(),
  ]);
  const timeOf = (type: string): number =>
    Date.parse(events.find((event) => event.type === type)?.timestamp ?? '');
  expect(spansOf(events)).toMatchObject([
    { lane: 'model', from: timeOf('run_claimed'), to: timeOf('step_completed') },
    {
      lane: 'waiting',
      from: timeOf('interaction_request'),
      to: timeOf('interaction_resolved'),
      open: false,
    },
    { lane: 'tool', from: timeOf('tool_started'), to: timeOf('tool_completed') },
  ]);
});

test('a pending request is open until the last event', () => {
  const events = log(asked);
  expect(spansOf(events).at(-1)).toMatchObject({
    lane: 'waiting',
    open: true,
    to: Date.parse(events.at(-1)?.timestamp ?? ''),
  });
});

test('long pauses are shortened, and the order of times is preserved', () => {
  const span = { lane: 'model', label: 'Model', open: false } as const;
  const place = scaleOf([
    { ...span, from: 0, to: 100 },
    { ...span, lane: 'waiting', from: 100, to: 3_600_100 },
  ]);
  expect(place(0)).toBe(0);
  expect(place(3_600_100)).toBe(1);
  expect(place(100)).toBeGreaterThan(0.1);
  expect(place(100)).toBeLessThan(0.5);
});
