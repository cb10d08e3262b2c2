import { readFileSync } from 'node:fs';
import type { InteractionPart, InteractionRequest, Question } from '@hitl/protocol';
import { confirmRequest } from '@hitl/protocol/testing';
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

/** Every text of a question that a terminal must show, including those of its options and parts. */
function textsIn(part: InteractionPart): readonly string[] {
  return Object.entries(part).flatMap(([name, value]: [string, unknown]) => {
    if (UNREAD.has(name)) return [];
    if (typeof value === 'string') return [value];
    if (!Array.isArray(value)) return [];
    return value.flatMap((one: InteractionPart) => textsIn(one));
  });
}

test.each(cases)('the terminal shows every text of a question: $name', async ({ value }) => {
  const request = { ...confirmRequest(), ...value, metadata: {} } as InteractionRequest;
  const prompts = (await stepsOf(request)).map(({ prompt }) => prompt).join('\n');
  expect(textsIn(value).filter((text) => !prompts.includes(text))).toEqual([]);
});
