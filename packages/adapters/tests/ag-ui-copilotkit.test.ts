import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chat } from '../../../examples/ag-ui-copilotkit/client.ts';

let served: { readonly url: string; close(): Promise<unknown> };

beforeAll(async () => {
  process.env['PORT'] = '0';
  ({ server: served } = await import('../../../examples/ag-ui-copilotkit/server.ts'));
});

afterAll(() => served.close());

test('the example of the AG-UI guide asks before it sends, in CopilotKit', async () => {
  const asked: unknown[] = [];
  const answer = await chat(served.url, 'Write to Ann', (interrupt) => {
    asked.push(interrupt.toolCallId);
    return Promise.resolve({ approved: true });
  });
  expect(asked).toEqual(['c1']);
  expect(answer).toBe('Sent to ann');
});

test('the process of the example ends when its server is closed', async () => {
  const program = "const { server } = await import('./server.ts'); await server.close();";
  const { stderr } = await promisify(execFile)(
    process.execPath,
    ['--conditions=@hitl/source', '--input-type=module', '--eval', program],
    {
      cwd: join(import.meta.dirname, '../../../examples/ag-ui-copilotkit'),
      env: { ...process.env, PORT: '0' },
    },
  );
  expect(stderr).toBe('');
});
