import { createHitlClient } from '@hitl/client';
import { createHitl, createLocalAuthentication, createScriptedModel } from '@hitl/server';
import { expect, onTestFinished, test } from 'vitest';
import { approvalByRules, withApprovalByRules } from './approval-by-rules.ts';
import { createChatReader } from './chat.ts';
import { sdk6 } from './sdk-6.fixture.ts';
import { sdk7 } from './sdk-7.fixture.ts';
import type { Sdk } from './sdk.fixture.ts';

/** An agent that writes to three people, of whom the rules of its user allow one and deny one. */
async function converse(
  sdk: Sdk,
): Promise<{ sent: string[]; waiting: unknown[]; lastPrompt: string }> {
  const hitl = createHitl({
    agents: [{ name: 'chat' }],
    models: [createScriptedModel({ name: 'unused', turns: [] })],
  });
  onTestFinished(() => hitl.close(0));
  const client = createHitlClient({ fetch: hitl.fetch });
  await client.allow('ada', { resource: 'mail({"to":"ann"})' });
  await client.deny('ada', { resource: 'mail({"to":"bob"})' });
  const rules = { userId: 'ada' };

  const sent: string[] = [];
  const plain = {
    mail: sdk.tool({
      parameters: { type: 'object', properties: { to: { type: 'string' } } },
      execute: ({ to }: { to: string }) => {
        sent.push(to);
        return `sent to ${to}`;
      },
    }),
  };
  const host = sdk.createHost({
    script: (prompt) => {
      const next = ['ann', 'bob', 'cleo'].find((to) => !prompt.includes(`call_${to}`));
      if (next === undefined) return { text: 'Done.' };
      return { calls: [{ id: `call_${next}`, name: 'mail', args: { to: next } }] };
    },
    tools: sdk.version === 6 ? withApprovalByRules(plain, client, rules) : plain,
    ...(sdk.version === 7 && { toolApproval: approvalByRules(client, rules) }),
  });
  const chat = sdk.createChat(host, []);
  await chat.sendMessage({ text: 'Write to them' });
  const waiting = createChatReader()(chat).requests.map(({ tool_args }) => tool_args['to']);
  return { sent, waiting, lastPrompt: JSON.stringify(host.prompts.at(-1)) };
}

test.each([sdk6, sdk7])(
  'in AI SDK $version the rules allow, deny, and leave the rest to a person',
  async (sdk) => {
    const { sent, waiting, lastPrompt } = await converse(sdk);
    expect(sent).toEqual(['ann']);
    expect(lastPrompt).toContain('Matched deny pattern');
    expect(waiting).toEqual(['cleo']);
  },
);

test('names the option that is missing', async () => {
  const authenticate = await createLocalAuthentication({ secret: 's'.repeat(64) });
  const hitl = createHitl({ agents: [], authenticate });
  onTestFinished(() => hitl.close(0));
  const client = createHitlClient({ fetch: hitl.fetch });
  const toolCall = { toolName: 'mail', input: { to: 'ann' } };
  await expect(approvalByRules(client, { userId: 'ada' })({ toolCall })).rejects.toMatchObject({
    code: 'unauthenticated',
    status: 401,
    message: expect.stringContaining('Pass it to createHitlClient as "token".') as string,
  });
  // @ts-expect-error -- a missing option
  expect(() => approvalByRules(client, {})).toThrow('approvalByRules needs userId');
  // @ts-expect-error -- no options
  expect(() => withApprovalByRules({}, client)).toThrow('withApprovalByRules needs userId');
  // @ts-expect-error -- a missing client
  expect(() => approvalByRules(undefined, { userId: 'ada' })).toThrow('needs a client');
});
