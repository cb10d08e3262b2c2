import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
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

test.runIf(process.platform === 'linux')(
  'considers an owner gone when its process has ended and its parent has not noticed',
  async () => {
    // `sleep` takes the place of the shell and never asks for the end of the shell's child.
    const parent = spawn('sh', ['-c', 'sleep 30 & echo $!; exec sleep 30']);
    onTestFinished(() => void parent.kill('SIGKILL'));
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const child = Number(String(line));
    const fields = (): string[] =>
      readFileSync(`/proc/${child}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    const named = `${prefix}${child}/${fields()[19]}/x`;
    await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n');
    expect(liveness.isGone(named)).toBe(false);

    process.kill(child, 'SIGKILL');
    await expect.poll(() => fields()[0]).toBe('Z');

    expect(liveness.isGone(named)).toBe(true);
  },
);

test('considers an owner gone when another process has its id', () => {
  expect(liveness.isGone(`${prefix}${pid}/${start}1/x`)).toBe(true);
});

test('considers an owner with an unknown name alive', () => {
  expect(liveness.isGone(`${prefix}x/y/z`)).toBe(false);
  expect(liveness.isGone(`${prefix}-1/y/z`)).toBe(false);
  expect(liveness.isGone(prefix)).toBe(false);
});
