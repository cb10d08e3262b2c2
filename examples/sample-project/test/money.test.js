import assert from 'node:assert/strict';
import { test } from 'node:test';
import { format } from '../src/money.js';

test('cents are shown with two digits', () => {
  assert.equal(format(1250), '12.50 EUR');
  assert.equal(format(5, 'CHF'), '0.05 CHF');
});
