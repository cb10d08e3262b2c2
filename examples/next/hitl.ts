// hitl.ts
import { createHitl, createScriptedModel, defineTool, globalHitl } from '@hitl/server';
import { createSqlitePermissionStore, createSqliteStore } from '@hitl/server/sqlite';

const mail = defineTool({
  name: 'mail',
  description: 'Sends a mail',
  parameters: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] },
  requiresConsent: true,
  execute: async ({ to }) => `Sent to ${to}`,
});

const model = createScriptedModel({
  name: 'script',
  turns: [{ toolCalls: [{ id: 'c1', name: 'mail', args: { to: 'ann' } }] }, { text: '{{c1}}' }],
});

const path = '.data/hitl.db';

// Created on first use, so building the application opens no file.
export const hitl = globalHitl('my-app', () =>
  createHitl({
    agents: [{ name: 'clerk' }],
    tools: [mail],
    models: [model],
    basePath: '/hitl',
    sessionStore: createSqliteStore({ path }),
    permissionStore: createSqlitePermissionStore({ path }),
  }),
);
