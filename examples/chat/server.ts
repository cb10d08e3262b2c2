import { createHitl, createScriptedModel, defineTool, type Hitl } from '@hitl/server';
import { createAskHumanTool } from '@hitl/server/tools';

/**
 * A server for the example chats. Its agent needs no key: it follows a script, and its tools only report
 * what they would have done. `onEffect` is called with what ran.
 */
export function createChatServer(onEffect: (what: string) => void = () => {}): Hitl {
  const text = { type: 'string' } as const;
  const effect = (what: string): string => {
    onEffect(what);
    return what;
  };
  const edit = defineTool({
    name: 'file_edit',
    riskLevel: 'medium',
    parameters: {
      type: 'object',
      properties: { path: text, old_text: text, new_text: text },
      required: ['path', 'old_text', 'new_text'],
    },
    execute: async ({ path }) => effect(`Edited ${path}.`),
  });
  const mail = defineTool({
    name: 'mail',
    parameters: { type: 'object', properties: { to: text, body: text }, required: ['to'] },
    execute: async ({ to }) => effect(`Sent to ${to}.`),
  });
  const wipe = defineTool({
    name: 'wipe',
    riskLevel: 'high',
    // A person is asked each time, regardless of rules.
    requiresConsent: true,
    parameters: { type: 'object', properties: { command: text }, required: ['command'] },
    permission: { kind: 'text', arg: 'command' },
    execute: async ({ command }) => effect(`Ran ${command}`),
  });
  return createHitl({
    agents: [{ name: 'clerk', tools: ['file_edit', 'mail', 'wipe', 'ask_human'] }],
    tools: [edit, mail, wipe, createAskHumanTool()],
    models: [createScriptedModel({ name: 'script', turns: first, replies })],
  });
}

const question = {
  prompt: 'Before I go',
  interaction: {
    type: 'combined',
    interactions: [
      { id: 'how', type: 'input', title: 'How was it?' },
      {
        id: 'next',
        type: 'select',
        title: 'What next?',
        allow_other: true,
        options: [
          { value: 'more', label: 'More mails', description: 'There are 12 left' },
          { value: 'rest', label: 'Rest' },
        ],
      },
    ],
  },
};

const first = [
  {
    text: 'I found the wrong total. Let me fix it, and tell Ann.',
    toolCalls: [
      {
        id: 'edit',
        name: 'file_edit',
        args: {
          path: 'src/cart.js',
          old_text: 'for (const item of items) {\n  total += item.price;\n}',
          new_text: 'for (const item of items) {\n  total += item.price * item.quantity;\n}',
        },
      },
      { id: 'mail', name: 'mail', args: { to: 'ann', body: 'The total is right again.' } },
    ],
  },
  { toolCalls: [{ id: 'ask', name: 'ask_human', args: question }] },
  { text: 'All done. You said: {{ask.answer.how}}' },
];

const replies = [
  {
    when: ['wipe', 'danger'],
    turns: [
      {
        text: 'This one is dangerous, and it hides something.',
        toolCalls: [
          { id: 'wipe', name: 'wipe', args: { command: 'rm -rf ./build\u202E\u200B <b>now</b>' } },
        ],
      },
      { text: 'That was it.' },
    ],
  },
  { turns: [{ text: 'Say “danger” to see a call of high risk.' }] },
];
