import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { createInstance } from './instance.ts';

const { owner, liveness } = createInstance();
const { prefix } = liveness;
const [pid, start] = owner.slice(prefix.length).split('/');

test('gives each instance a different name, with one prefix per machine', () => {
  const other = createInstance();
  expect(other.owner).not.toBe(owner);
  expect(other.liveness.prefix).toBe(prefix);
  expect(owner.startsWith(prefix)).toBe(true);
  expect(pid).toBe(String(process.pid));
});

test('considers an owner alive while its process runs', () => {
  expect(liveness.isGone(owner)).toBe(false);
  expect(liveness.isGone(`${prefix}${pid}/${start}/another-engine-of-it`)).toBe(false);
});

test('considers an owner gone when its process has ended', () => {
  const { pid: ended } = spawnSync(process.execPath, ['-e', '']);
  expect(liveness.isGone(`${prefix}${ended}/${start}/x`)).toBe(true);
});

test('considers an owner gone when another process has its id', () => {
  expect(liveness.isGone(`${prefix}${pid}/${start}1/x`)).toBe(true);
});

test('considers an owner with an unknown name alive', () => {
  expect(liveness.isGone(`${prefix}x/y/z`)).toBe(false);
  expect(liveness.isGone(`${prefix}-1/y/z`)).toBe(false);
  expect(liveness.isGone(prefix)).toBe(false);
});
