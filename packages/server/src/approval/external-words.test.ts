import { QUESTION_MEMBERS } from '@hitl/protocol';
import { expect, test } from 'vitest';
import { unfitWords } from './external-words.ts';

test('every text of a question is limited, except ids and the initial value of a field', () => {
  const texts = Object.values(QUESTION_MEMBERS).flatMap((members) =>
    Object.entries(members).flatMap(([member, kind]) => (kind === 'text' ? [member] : [])),
  );
  const unlimited = texts.filter(
    (member) => unfitWords({ [member]: 'x'.repeat(10_001) }).length === 0,
  );
  expect([...new Set(unlimited)].toSorted()).toEqual(['default_value', 'id', 'input_type', 'type']);
});
