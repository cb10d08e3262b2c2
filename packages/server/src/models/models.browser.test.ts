import { expect, test } from 'vitest';
import { createAskHumanTool } from '../tools/ask-human.ts';
import { defineTool } from '../agents/define-tool.ts';
import { createOpenAiModel } from './openai.ts';
import { createScriptedModel } from './scripted.ts';
import { collect, modelRequest } from './model-request.fixture.ts';

test('plays a script in a browser', async () => {
  const turns = [{ delayMs: 1, text: 'Hello', toolCalls: [{ id: 'c', name: 'x' }] }];
  const model = createScriptedModel({ name: 'script', turns });
  expect(await collect(model.generate(modelRequest()))).toEqual([
    { type: 'text', text: 'Hello' },
    { type: 'tool_call', id: 'c', name: 'x', arguments: '{}' },
  ]);
});

test('reads a streamed answer in a browser', async () => {
  const events = [
    { choices: [{ delta: { content: 'Hello 🦊' } }] },
    { choices: [{ delta: {}, finish_reason: 'stop' }] },
  ];
  const bytes = new TextEncoder().encode(
    events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''),
  );
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  const model = createOpenAiModel({
    name: 'm',
    baseUrl: 'https://api.example/v1',
    model: 'x',
    fetch: () => Promise.resolve(new Response(body)),
  });
  expect(await collect(model.generate(modelRequest()))).toEqual([
    { type: 'text', text: 'Hello 🦊' },
  ]);
});

test('creates tools in a browser', () => {
  expect(createAskHumanTool().question?.({ prompt: 'Sure?' })).toMatchObject({ title: 'Sure?' });
  const parameters = { type: 'object' };
  const execute = () => Promise.resolve('');
  expect(defineTool({ name: 'mine', parameters, execute }).name).toBe('mine');
});
