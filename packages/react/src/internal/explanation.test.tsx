import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InteractionRequest, Question } from '@hitl/protocol';
import { confirmRequest, questionTexts } from '@hitl/protocol/testing';
import { expect, test } from 'vitest';
import { Interaction } from '../interaction/index.ts';
import { renderCard } from './testing.fixture.tsx';

const file = join(import.meta.dirname, '../../../protocol/fixtures/valid/question.json');
const { cases } = JSON.parse(readFileSync(file, 'utf8')) as {
  cases: readonly { name: string; value: Question }[];
};

/** What a person can read on the page: its text, and the content of its fields. */
function readable(container: HTMLElement): string {
  const fields = [...container.querySelectorAll('input, textarea')].flatMap((field) => [
    field.getAttribute('placeholder') ?? '',
    field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : '',
  ]);
  return [container.textContent, ...fields].join('\n');
}

test.each(cases)('a card shows every text of a question: $name', ({ value }) => {
  // Some of them would have expired.
  const { expires_at: _, ...asked } = value;
  const request = { ...confirmRequest(), ...asked, metadata: {} } as InteractionRequest;
  const { container } = renderCard(
    <Interaction.Auto request={request} onRespond={() => undefined} />,
  );
  const shown = readable(container);
  expect(questionTexts(value).filter((text) => !shown.includes(text))).toEqual([]);
});
