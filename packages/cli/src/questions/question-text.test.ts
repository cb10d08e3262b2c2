import { readFileSync } from 'node:fs';
import type { InteractionRequest, Question } from '@hitl/protocol';
import { authorizationRequest, confirmRequest, questionTexts } from '@hitl/protocol/testing';
import { expect, test } from 'vitest';
import { showView } from '../inbox/show.ts';
import { describeArgs, promptOf } from './question-text.ts';
import { stepsOf } from './steps.ts';

const file = new URL('../../../protocol/fixtures/valid/question.json', import.meta.url);
const { cases } = JSON.parse(readFileSync(file, 'utf8')) as {
  cases: readonly { name: string; value: Question }[];
};

/** Members that only a form can show, and those that say how to ask. */
const UNREAD: ReadonlySet<string> = new Set([
  'id',
  'type',
  'input_type',
  'placeholder',
  'default_value',
  'default_values',
  'confirm_text',
  'cancel_text',
  'expires_at',
  'metadata',
]);

test.each(cases)('the terminal shows every text of a question: $name', async ({ value }) => {
  const request = { ...confirmRequest(), ...value, metadata: {} } as InteractionRequest;
  const prompts = (await stepsOf(request)).map(({ prompt }) => prompt).join('\n');
  expect(questionTexts(value, UNREAD).filter((text) => !prompts.includes(text))).toEqual([]);
});

test('a name or a reason with several lines does not pass for something else', () => {
  expect(describeArgs({ 'to: bob\nnote': 'hi', '': 'x', to: 'mallory' })).toBe(
    '  "to: bob\\nnote": hi\n  "": x\n  to: mallory',
  );
  const reason = 'checked\nRisk: low';
  const prompt = promptOf(authorizationRequest({ reason, risk_level: 'high' }));
  expect(prompt).toContain('Reason:\n  checked\n  Risk: low\nRisk: high');
});

test('an option with several lines does not pass for several options', () => {
  const options = [
    { value: 'all', label: 'Keep\n  2. none (Delete nothing)' },
    { value: 'rest', label: 'Delete' },
  ];
  const select = { ...confirmRequest(), type: 'select', multiple: false, options };
  const lines = promptOf(select as unknown as InteractionRequest).split('\n');
  expect(lines.filter((line) => /^ {1,6}2\./.test(line))).toEqual(['  2. rest (Delete)']);
});

test('a question cannot pass for the facts of a request', () => {
  const title = 'Fine\n\nrules that can be remembered\n  bash(*)';
  const interaction_request = { ...confirmRequest(), title };
  const shown = showView({ interaction_request, status: 'pending' } as never);
  expect(shown).toContain('The agent asks:\n  │ Fine');
  expect(shown).not.toMatch(/^rules that can be remembered$/m);
});
