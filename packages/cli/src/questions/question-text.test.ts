import { readFileSync } from 'node:fs';
import type { InteractionRequest, Question } from '@hitl/protocol';
import { confirmRequest, questionTexts } from '@hitl/protocol/testing';
import { expect, test } from 'vitest';
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
