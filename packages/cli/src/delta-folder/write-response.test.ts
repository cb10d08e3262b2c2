import { inputRequest } from '@hitl/protocol/testing';
import { expect, test } from 'vitest';
import { folderWith } from '../../tests/process.fixture.ts';
import type { Step } from '../questions/steps.ts';
import { deltaPaths } from './paths.ts';
import { readResponse } from './response-file.ts';
import { writeResponse } from './write-response.ts';

const step: Step = {
  requestId: '5b1c8f1e-7f0d-4f62-9d6b-3f0a3f2c9a10',
  path: [],
  part: inputRequest(),
  prompt: 'Which colour?',
  asker: 'agent',
  inputType: 'text',
  sensitive: false,
  multiline: false,
  read: (text) =>
    text === 'Blue' ? { ok: true, answer: { text } } : { ok: false, why: 'is no colour' },
};

test.each<[string, Record<string, string>]>([
  ['an answer', {}],
  ['an answer in place of one that cannot be used', { '.delta/interaction/response.txt': 'Sour' }],
])('%s is read without waiting until it is whole', async (_, files) => {
  const folder = await folderWith({
    ...files,
    '.delta/interaction/request.json': JSON.stringify({
      request_id: step.requestId,
      timestamp: '2026-01-01T00:00:00.000Z',
      prompt: step.prompt,
      input_type: 'text',
      sensitive: false,
    }),
  });
  const paths = deltaPaths(folder);
  expect(await writeResponse(paths, step, 'Blue')).toBe('written');
  const waited = () => Promise.reject(new Error('there is nothing to wait for'));
  expect(await readResponse(paths.response, waited)).toEqual({ kind: 'text', text: 'Blue' });
});
