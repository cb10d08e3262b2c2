import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InteractionRequest, Question } from '@hitl/protocol';
import { confirmRequest, questionTexts } from '@hitl/protocol/testing';
import { expect, test } from 'vitest';
import { createFakeClient } from '../testing/fake-client.ts';
import { createCard } from './card.ts';

const file = join(import.meta.dirname, '../../../protocol/fixtures/valid/question.json');
const { cases } = JSON.parse(readFileSync(file, 'utf8')) as {
  cases: readonly { name: string; value: Question }[];
};

test.each(cases)('a card says every text of a question: $name', ({ value }) => {
  // Some of them would have expired.
  const { expires_at: _, ...asked } = value;
  const request = { ...confirmRequest(), ...asked, metadata: {} } as InteractionRequest;
  const card = createCard(createFakeClient({ pending: [request] }), request);
  const { title, subtitle = '', fields } = card.getSnapshot();
  const said = fields.flatMap(({ label, hint, placeholder, value: text, options }) => [
    label,
    hint,
    placeholder,
    text,
    ...options.flatMap((option) => [option.label, option.description]),
  ]);
  const shown = [title, subtitle, ...said].join('\n');
  expect(questionTexts(value).filter((text) => !shown.includes(text))).toEqual([]);
});
