import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createMessageOutput, MAX_UNREAD } from './message-output.ts';

const BIG = 'x'.repeat(MAX_UNREAD + 1);

/** Whether a promise is settled, once everything that is ready has run. */
async function isSettled(promise: Promise<void>): Promise<boolean> {
  const later = new Promise((resolve) => setImmediate(resolve, 'later'));
  return (await Promise.race([promise, later])) !== 'later';
}

test('a writer waits while its peer has much to read, and goes on when it has read', async () => {
  const peer = new PassThrough();
  const output = createMessageOutput(peer, () => undefined);
  expect(await isSettled(output.write('small'))).toBe(true);
  const big = output.write(BIG);
  const next = output.write('next');
  expect([await isSettled(big), await isSettled(next), output.isFull]).toEqual([
    false,
    false,
    true,
  ]);
  const lines: Buffer[] = [];
  peer.on('data', (chunk: Buffer) => lines.push(chunk));
  await Promise.all([big, next]);
  expect(output.isFull).toBe(false);
  expect(Buffer.concat(lines).toString()).toBe(`small\n${BIG}\nnext\n`);
});

test('no writer waits for a peer that is gone, which is reported once', async () => {
  const peer = new PassThrough();
  let reports = 0;
  const output = createMessageOutput(peer, () => {
    reports += 1;
  });
  const big = output.write(BIG);
  peer.destroy(new Error('EPIPE'));
  await big;
  await output.write(BIG);
  await output.write(BIG);
  expect(reports).toBe(1);
});

test('after giving up, lines that the peer does not read in time are lost', async () => {
  const peer = new PassThrough();
  const output = createMessageOutput(peer, () => undefined);
  const big = output.write(BIG);
  output.giveUp();
  await big;
  await output.write('lost');
  peer.end();
  const lines: Buffer[] = [];
  for await (const chunk of peer as AsyncIterable<Buffer>) lines.push(chunk);
  expect(Buffer.concat(lines).toString()).toBe(`${BIG}\n`);
});
