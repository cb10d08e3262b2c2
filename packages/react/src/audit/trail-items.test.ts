import { auditEntry } from '@hitl/protocol/testing';
import type { AuditEntry } from '@hitl/protocol';
import { expect, test } from 'vitest';
import { en } from '../messages/en/index.ts';
import { auditItems, itemsAbout, labelOf } from './trail-items.ts';
import { trailText } from './trail-text.ts';
import { metaOfEntry, outcomeOfEntry, wordOfEntry } from './trail-words.ts';
import { STORY } from './trail.fixture.ts';

const itemsOf = (...entries: Partial<AuditEntry>[]) =>
  auditItems({
    run_id: 'run_1',
    head: null,
    entries: entries.map((entry, at) => auditEntry({ seq: at + 1, ...entry })),
  });
const story = auditItems({ run_id: 'run_1', head: null, entries: [...STORY] });

function only(entry: Partial<AuditEntry>) {
  const [item] = itemsOf(entry).items;
  if (item === undefined) throw new Error('no item');
  return item;
}

test('combines the entries about a call', () => {
  expect(story.calls.map((call) => labelOf(call))).toEqual([
    'bash npm run lint',
    'file_write ./src/app.ts',
    'bash rm -rf ./dist',
    'file_read ./README.md',
    'ask_human Which branch?',
  ]);
});

test('finds the entries of one call, or those that match a text', () => {
  expect(itemsAbout(story, 'call_3', '').map(({ entry }) => entry.kind)).toEqual([
    'approval_required',
    'approval_decision',
  ]);
  expect(itemsAbout(story, '', 'BASH')).toHaveLength(6);
  expect(itemsAbout(story, '', ' ')).toHaveLength(STORY.length);
});

test.each([
  ['approve', 'allowed', 'Allowed'],
  ['modify_args', 'edited', 'Allowed, edited'],
  ['deny', 'denied', 'Denied'],
  ['answer', 'allowed', 'Result provided'],
  ['abort_run', 'stopped', 'Run stopped'],
  ['constructor', undefined, 'constructor'],
])('describes the decision %s', (action, outcome, word) => {
  const item = only({ kind: 'approval_decision', action });
  expect(outcomeOfEntry(item)).toBe(outcome);
  expect(wordOfEntry(item, en)).toBe(word);
});

test('says plainly why a call was asked, and that a denied one did not run', () => {
  const refused = { kind: 'tool_completed', tool_call_id: 'call_1', is_success: false } as const;
  const error = 'Permission denied: User denied consent';
  const [asked, , denied] = itemsOf(
    { kind: 'approval_required', reason: 'Tool requires user consent' },
    { kind: 'approval_decision', action: 'deny' },
    { ...refused, error },
  ).items;
  if (asked === undefined || denied === undefined) throw new Error('no items');
  expect(metaOfEntry(asked, en)).toEqual([{ name: 'reason', value: 'This tool asks first' }]);
  expect(wordOfEntry(denied, en)).toBe('Not run');
  expect(outcomeOfEntry(denied)).toBe('stopped');
  expect(metaOfEntry(denied, en)).toEqual([]);
  // A program that ran may fail with the same words.
  const [, failed] = itemsOf({ kind: 'tool_started', attempt: 1 }, { ...refused, error }).items;
  if (failed === undefined) throw new Error('no item');
  expect(wordOfEntry(failed, en)).toBe('Failed');
  expect(metaOfEntry(failed, en)).toEqual([{ name: 'error', value: error }]);
});

test('distinguishes an expiry from a denial, and both from declining a question', () => {
  expect(outcomeOfEntry(only({ kind: 'expired' }))).toBe('expired');
  expect(outcomeOfEntry(only({ kind: 'approval_decision', action: 'deny' }))).toBe('denied');
  const [, declined] = itemsOf(
    { kind: 'question_asked' },
    { kind: 'approval_decision', action: 'deny' },
  ).items;
  if (declined === undefined) throw new Error('no item');
  expect(outcomeOfEntry(declined)).toBe('stopped');
  expect(wordOfEntry(declined, en)).toBe('Declined');
});

test('shows an unknown kind by its name', () => {
  const item = only({ kind: 'seen_by_the_moon' });
  expect(wordOfEntry(item, en)).toBe('seen_by_the_moon');
  expect(outcomeOfEntry(item)).toBeUndefined();
});

test('shows edits, and executed arguments that differ from the allowed ones', () => {
  const proposed = { command: 'ls' };
  const approved = { command: 'ls -l' };
  const other = { command: 'rm' };
  const { items } = itemsOf(
    { kind: 'approval_required', proposed_args: proposed },
    {
      kind: 'approval_decision',
      action: 'modify_args',
      proposed_args: proposed,
      approved_args: approved,
      effective_args: approved,
    },
    { kind: 'tool_started', effective_args: approved },
    { kind: 'tool_started', effective_args: other, attempt: 2 },
  );
  expect(items.map(({ edited }) => edited)).toEqual([
    undefined,
    { before: proposed, after: approved },
    undefined,
    undefined,
  ]);
  expect(items.map(({ ranOther }) => ranOther)).toEqual([
    undefined,
    undefined,
    undefined,
    { before: approved, after: other },
  ]);
});

test('ignores details of the wrong type', () => {
  const item = only({
    kind: 'rules_saved',
    rules: ['x', null, { pattern: 'bash(ls)', effect: 'maybe', scope: 7 }],
    note: 5,
    tool_name: {},
    proposed_args: 'ls',
    action: null,
  });
  expect(item.call).toEqual({ id: 'call_1', toolName: undefined, args: {} });
  expect(metaOfEntry(item, en)).toEqual([{ name: 'rule', value: 'maybe bash(ls)' }]);
});

test('writes a trail as text with everything visible', () => {
  const text = trailText(story.items, en);
  expect(text.split('\n').slice(5, 13)).toEqual([
    '2026-01-01T00:00:28.000Z  Allowed without asking: file_read ./README.md',
    '    A rule allows it',
    '    file_read(./**)',
    '2026-01-01T00:00:35.000Z  Allowed by ada: bash npm run lint',
    '2026-01-01T00:00:42.000Z  Allowed, edited by ada: file_write ./src/app.ts',
    '    What was edited: {"path":"./src/app.ts","content":"let x = 1;\\nprint(x);\\n"} → {"path":"./src/app.ts","content":"const x = 1;\\nprint(x);\\n"}',
    '2026-01-01T00:00:49.000Z  Denied by grace: bash rm -rf ./dist',
    '    Build it again instead of removing it',
  ]);
  const hidden = only({ proposed_args: { command: 'ls\u202E\nrm' }, actor: '\u200B' });
  expect(trailText([hidden], en)).toMatch(/Asked for approval by \\u\{200b\}: ls\\u\{202e\}⏎rm$/m);
});
