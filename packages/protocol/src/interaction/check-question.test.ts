import type { InteractionPart } from '../generated/types.ts';
import { describe, expect, it } from 'vitest';
import { combinedPart, confirmPart, inputPart, responseTo, selectPart } from '../testing.ts';
import { combinedRequest } from '../testing.ts';
import { checkQuestion } from './check-question.ts';
import { checkResponse } from './check-response.ts';

const options = (...values: string[]) => values.map((value) => ({ value, label: value }));

describe('checkQuestion', () => {
  it.each<[string, InteractionPart]>([
    ['a plain input', inputPart()],
    ['an input of one length', inputPart({ min_length: 3, max_length: 3 })],
    ['a select', selectPart()],
    ['free text alone', selectPart({ options: [], allow_other: true })],
    ['nothing to choose, not required', selectPart({ options: [], required: false })],
    ['all of them', selectPart({ multiple: true, min_selected: 2 })],
    [
      'more than there are, or none at all',
      selectPart({ required: false, multiple: true, min_selected: 3 }),
    ],
    ['two and a text', selectPart({ multiple: true, min_selected: 3, allow_other: true })],
    ['nested parts', combinedPart({ interactions: [confirmPart(), combinedPart({ id: 'x' })] })],
  ])('accepts %s, and an answer fits it', (_, part) => {
    expect(checkQuestion(part)).toEqual([]);
    const request = combinedRequest({ interactions: [part] });
    expect(checkResponse(request, responseTo(request))).toEqual([]);
  });

  it.each<[string, string[], InteractionPart]>([
    ['lengths that cross', ['max_length'], inputPart({ min_length: 2, max_length: 1 })],
    ['no options', ['options'], selectPart({ options: [] })],
    ['one choice where two are needed', ['options'], selectPart({ min_selected: 2 })],
    ['more than there are', ['options'], selectPart({ multiple: true, min_selected: 3 })],
    [
      'more than may be chosen',
      ['options'],
      selectPart({ multiple: true, min_selected: 2, max_selected: 1 }),
    ],
    ['equal values', ['options.1.value'], selectPart({ options: options('a', 'a') })],
    ['an unknown default', ['default_values.0'], selectPart({ default_values: ['moon'] })],
    [
      'equal ids',
      ['interactions.1.id'],
      combinedPart({ interactions: [inputPart(), inputPart()] }),
    ],
    [
      'a contradiction inside',
      ['interactions.0.interactions.0.options'],
      combinedPart({
        interactions: [combinedPart({ interactions: [selectPart({ options: [] })] })],
      }),
    ],
  ])('refuses %s', (_, paths, part) => {
    expect(checkQuestion(part).map(({ path }) => path)).toEqual(paths);
  });
});
