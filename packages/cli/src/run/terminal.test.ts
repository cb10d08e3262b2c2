import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createMemoryVault } from '@hitl/server';
import { inputRequest } from '@hitl/protocol/testing';
import { expect, test } from 'vitest';
import { folderWith } from '../../tests/process.fixture.ts';
import { createAnsweredParts } from './answered-parts.ts';
import { createMailbox } from './mailbox.ts';
import { deltaPaths, runPaths } from '../delta-folder/paths.ts';
import { createTerminal } from './terminal.ts';

const LONG_AGO = new Date('2026-01-01T00:00:00Z');

test('an answer in the mailbox stays there until it is in the log', async () => {
  const paths = deltaPaths(await folderWith({}));
  const run = runPaths(paths, 'r1');
  const request = inputRequest({ purpose: 'question' });
  const key = { tenantId: 'default', sessionId: 'r1' };
  const parts = createAnsweredParts(run, createMemoryVault(), key);
  const never = (): Promise<void> => Promise.reject(new Error('there is nothing to wait for'));
  const mailbox = createMailbox({ paths, parts, warn: () => undefined, wait: never });
  const nothing = { write: () => undefined };
  const io = {
    stdin: Readable.from([]),
    stdout: nothing,
    stderr: nothing,
    env: {},
    on: () => undefined,
    off: () => undefined,
  };
  mkdirSync(run.execution, { recursive: true });
  const { signal } = new AbortController();
  expect(await mailbox.ask(request, signal)).toEqual({ kind: 'waiting' });
  writeFileSync(paths.response, 'Blue');
  utimesSync(paths.response, LONG_AGO, LONG_AGO);

  const terminal = createTerminal({ io, paths, mailbox, parts });
  expect(await terminal.ask(request, signal)).toMatchObject({
    kind: 'answered',
    response: { text: 'Blue' },
  });
  // The process may crash here.
  expect(await readdir(paths.interaction)).toHaveLength(2);
  await terminal.settled(request);
  expect(await readdir(paths.interaction)).toEqual([]);
  terminal.close();
});
