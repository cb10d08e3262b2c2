import { InteractionRequestSchema } from '@hitl/protocol';
import { expect, test } from 'vitest';
import { createRequest, missingIn } from './index.ts';

test('makes a complete request from a tool and its arguments', () => {
  const request = createRequest({ toolName: 'bash', toolArgs: { command: 'ls' } });
  expect(InteractionRequestSchema.parse(request)).toEqual(request);
  expect(missingIn(request)).toEqual([]);
  expect(request).toMatchObject({
    tool_name: 'bash',
    tool_args: { command: 'ls' },
    allowed_actions: ['approve', 'deny'],
    metadata: { rememberable: false },
  });
  expect(createRequest({ toolName: 'bash', toolArgs: {} }).id).not.toBe(request.id);
});

test('keeps the members set by the host', () => {
  const request = createRequest({
    id: 'call_7',
    toolName: 'mail',
    toolArgs: { to: 'ann' },
    toolSchema: { type: 'object' },
    agent: ['planner', 'clerk'],
    reason: 'it leaves the house',
    riskLevel: 'high',
    expiresAt: '2030-01-01T00:00:00.000Z',
    allowedActions: ['approve', 'deny', 'modify_args'],
    suggestedPatterns: ['mail(to:ann)'],
    title: undefined,
  });
  expect(InteractionRequestSchema.parse(request)).toEqual(request);
  expect(request).toMatchObject({
    id: 'call_7',
    agent_path: ['planner', 'clerk'],
    reason: 'it leaves the house',
    risk_level: 'high',
    expires_at: '2030-01-01T00:00:00.000Z',
    allowed_actions: ['approve', 'deny', 'modify_args'],
    metadata: { rememberable: true, suggested_patterns: ['mail(to:ann)'] },
  });
});

test('refuses a request without the required members', () => {
  const from = (options: object) => () => Reflect.apply(createRequest, undefined, [options]);
  expect(from({ toolArgs: {} })).toThrow('createRequest: toolName is undefined; expected a name.');
  expect(from({ toolName: 'bash', toolArgs: 'ls' })).toThrow('toolArgs has to be an object');
});

test('lists the members that a request lacks', () => {
  expect(missingIn({ id: 'a', type: 'confirm', tool_name: 'bash', tool_args: 'ls' })).toEqual([
    'title',
    'tool_args',
    'metadata',
    'allowed_actions',
    'agent_path',
    'purpose',
    'created_at',
  ]);
});
