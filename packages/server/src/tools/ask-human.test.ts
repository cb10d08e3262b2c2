import type { InteractionResponse } from '@hitl/protocol';
import { expect, test } from 'vitest';
import { createAskHumanTool } from './ask-human.ts';
import { toolContext } from './tools.fixture.ts';

const tool = createAskHumanTool();

const ask = (args: Record<string, unknown>) => tool.question?.(args);

test('asks for a text by default', () => {
  expect(ask({ prompt: 'Which port?' })).toEqual({
    id: expect.any(String),
    type: 'input',
    title: 'Which port?',
    required: true,
    multiline: false,
    input_type: 'text',
    sensitive: false,
  });
});

test('asks for a secret, or any kind of text', () => {
  expect(ask({ prompt: 'Token?', input_type: 'password', sensitive: true })).toMatchObject({
    type: 'input',
    input_type: 'password',
    sensitive: true,
  });
  const interaction = { type: 'input', multiline: true, sensitive: true, max_length: 9 };
  expect(ask({ prompt: 'Key?', interaction })).toMatchObject({ ...interaction, title: 'Key?' });
});

test('asks for a choice', () => {
  const options = [
    { value: 'eu', label: 'Europe' },
    { value: 'us', label: 'America', description: 'slower' },
  ];
  const interaction = { type: 'select', options, multiple: true, max_selected: 2 };
  expect(ask({ prompt: 'Where?', interaction })).toEqual({
    id: expect.any(String),
    title: 'Where?',
    required: true,
    allow_other: false,
    ...interaction,
  });
});

test('takes texts as the options of a choice, also of a part', () => {
  const choice = { type: 'select', options: ['red', { value: 'g', label: 'Green' }] };
  const options = [
    { value: 'red', label: 'red' },
    { value: 'g', label: 'Green' },
  ];
  expect(ask({ prompt: 'Which?', interaction: choice })).toMatchObject({ options });
  const part = { ...choice, title: 'Which?' };
  const interaction = { type: 'combined', interactions: [part] };
  expect(ask({ prompt: 'Which?', interaction })).toMatchObject({ interactions: [{ options }] });
});

test('asks for a yes or no', () => {
  const interaction = { type: 'confirm', confirm_text: 'Ship it' };
  expect(ask({ prompt: 'Ship?', interaction })).toEqual({
    id: expect.any(String),
    title: 'Ship?',
    required: true,
    ...interaction,
  });
});

test('asks several things together and names parts without an id by their position', () => {
  const interactions = [
    { type: 'input', title: 'Name' },
    { type: 'confirm', title: 'Public?', id: 'public' },
    { type: 'combined', title: 'More', interactions: [{ type: 'input', title: 'Why?' }] },
  ];
  const question = ask({ prompt: 'About it', interaction: { type: 'combined', interactions } });
  expect(question).toMatchObject({
    title: 'About it',
    interactions: [
      { id: 'part_1', type: 'input', title: 'Name' },
      { id: 'public', type: 'confirm' },
      { id: 'part_3', interactions: [{ id: 'part_3_1', title: 'Why?' }] },
    ],
  });
});

test('lets the model set nothing but the question', () => {
  const interaction = {
    type: 'confirm',
    title: 'Another title',
    id: 'mine',
    purpose: 'authorization',
    allowed_actions: ['approve'],
    tool_name: 'bash',
    tool_schema: {},
    metadata: { resource: 'bash(*)' },
    expires_at: '2030-01-01T00:00:00.000Z',
    description: 'kept',
  };
  const question = ask({ prompt: 'Sure?', interaction });
  expect(question).toEqual({
    id: expect.any(String),
    type: 'confirm',
    title: 'Sure?',
    description: 'kept',
    required: true,
  });
  expect(question?.id).not.toBe('mine');
});

test.each([
  [{}, 'ask_human needs a prompt'],
  [{ prompt: ' ' }, 'ask_human needs a prompt'],
  [{ prompt: 'x', interaction: {} }, 'ask_human cannot ask this: type: '],
  [{ prompt: 'x', interaction: { type: 'guess' } }, 'ask_human cannot ask this: type: '],
  [{ prompt: 'x', interaction: { type: 'select' } }, 'ask_human cannot ask this: options: '],
  [
    { prompt: 'x', interaction: { type: 'select', options: [] } },
    'ask_human cannot ask this: options: ',
  ],
  [
    { prompt: 'x', interaction: { type: 'combined', interactions: [{ type: 'input' }] } },
    'ask_human cannot ask this: interactions.0.title: ',
  ],
  [
    { prompt: 'x', sensitive: true, interaction: { type: 'confirm' } },
    'ask_human can only keep a text secret',
  ],
])('refuses %j', (args, message) => {
  expect(() => ask(args)).toThrow(message);
});

const answers: [InteractionResponse, string][] = [
  [{ request_id: 'i', type: 'input', text: ' as it is\n' }, ' as it is\n'],
  [{ request_id: 'i', type: 'input' }, ''],
  [
    { request_id: 'i', type: 'select', selected_values: ['b', 'a'] },
    '{"selected_values":["b","a"]}',
  ],
  [{ request_id: 'i', type: 'select', other: 'c' }, '{"other":"c","selected_values":[]}'],
  [{ request_id: 'i', type: 'confirm', confirmed: false }, '{"confirmed":false}'],
  [
    {
      request_id: 'i',
      type: 'combined',
      responses: [{ type: 'input', text: 'x', request_id: 'part_1' }],
    },
    '{"responses":[{"request_id":"part_1","text":"x","type":"input"}]}',
  ],
];

test.each(answers)('gives the model the answer in %j', async (answer, content) => {
  const output = await tool.execute({ prompt: 'x' }, toolContext({ answers: [answer] }));
  expect(output).toEqual({ content });
});

test('fails without an answer', async () => {
  await expect(tool.execute({ prompt: 'x' }, toolContext())).rejects.toThrow(
    'The question was not answered',
  );
});

test('needs no consent and may run again', () => {
  expect(tool).toMatchObject({ name: 'ask_human', effects: 'keyed', requiresConsent: false });
  expect(createAskHumanTool({ requiresConsent: true }).requiresConsent).toBe(true);
});
