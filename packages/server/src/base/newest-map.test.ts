import { expect, test } from 'vitest';
import { NewestMap } from './newest-map.ts';

test('contains the entries that were set last', () => {
  const map = new NewestMap<string, number>(2);
  map.set('a', 1).set('b', 2).set('a', 3).set('c', 4);
  expect([...map]).toEqual([
    ['a', 3],
    ['c', 4],
  ]);
  map.delete('a');
  expect([...map.set('d', 5)]).toEqual([
    ['c', 4],
    ['d', 5],
  ]);
});
