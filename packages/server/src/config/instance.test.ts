import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { createInstance } from './instance.ts';

const { owner, liveness } = createInstance();
const { prefix } = liveness;
const [pid, start] = owner.slice(prefix.length).split('/');

test('names each instance differently, on one machine with one beginning', () => {
  const other = createInstance();
  expect(other.owner).not.toBe(owner);
  expect(other.liveness.prefix).toBe(prefix);
  expect(owner.startsWith(prefix)).toBe(true);
  expect(pid).toBe(String(process.pid));
});

test('takes an owner whose process lives for alive', () => {
  expect(liveness.isGone(owner)).toBe(false);
  expect(liveness.isGone(`${prefix}${pid}/${start}/another-engine-of-it`)).toBe(false);
});

test('takes an owner whose process has ended for gone', () => {
  const { pid: ended } = spawnSync(process.execPath, ['-e', '']);
  expect(liveness.isGone(`${prefix}${ended}/${start}/x`)).toBe(true);
});

test('takes an owner for gone when its id belongs to another process now', () => {
  expect(liveness.isGone(`${prefix}${pid}/${start}1/x`)).toBe(true);
});

test('says nothing about an owner that it cannot read', () => {
  expect(liveness.isGone(`${prefix}x/y/z`)).toBe(false);
  expect(liveness.isGone(`${prefix}-1/y/z`)).toBe(false);
  expect(liveness.isGone(prefix)).toBe(false);
});
