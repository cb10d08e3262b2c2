import assert from 'node:assert/strict';
import { test } from 'node:test';
import { total } from '../src/cart.js';

const tea = { name: 'tea', price: 250, quantity: 1 };
const cups = { name: 'cup', price: 400, quantity: 6 };

test('an empty cart costs nothing', () => {
  assert.equal(total([]), 0);
});

test('every piece of an item is counted', () => {
  assert.equal(total([tea, cups]), 2650);
});

test('a discount is taken off the sum', () => {
  assert.equal(total([tea], 10), 225);
});
