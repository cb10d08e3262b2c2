import { describe, expect, it } from 'vitest';
import { ApprovalDecisionSchema, ControlSignalSchema, ToolConsentSchema } from '../control.ts';
import { InteractionResponseSchema, RecordedResponseSchema } from './response.ts';

function pathsOf(value: unknown): string[] {
  const parsed = InteractionResponseSchema.safeParse(value);
  return parsed.success ? [] : parsed.error.issues.map(({ path }) => path.join('.'));
}

describe('InteractionResponseSchema', () => {
  it('requires the request and its type, and defaults the time to now', () => {
    const before = Date.now();
    const response = InteractionResponseSchema.parse({ request_id: 'int_1', type: 'confirm' });
    expect(response).toEqual({
      request_id: 'int_1',
      type: 'confirm',
      responded_at: expect.any(String) as unknown,
    });
    expect(Date.parse(response.responded_at ?? '')).toBeGreaterThanOrEqual(before);
    expect(pathsOf({})).toEqual(['request_id', 'type']);
  });

  it('keeps answers of parts at any depth, and unknown members', () => {
    const response = {
      request_id: 'int_1',
      type: 'combined',
      responses: [
        {
          request_id: 'a',
          type: 'combined',
          responses: [{ request_id: 'b', type: 'select', selected_values: ['x'], other: 'y' }],
        },
      ],
      responded_at: '2026-01-01T00:00:00.000Z',
      user_id: 'ada',
      device: 'phone',
    };
    expect(InteractionResponseSchema.parse(response)).toEqual(response);
  });

  it('treats a time without a zone as UTC', () => {
    expect(
      InteractionResponseSchema.parse({
        request_id: 'int_1',
        type: 'confirm',
        responded_at: '2026-01-01T00:00:00',
        remember: { scope: 'always', patterns: ['bash(ls)'], expires_at: '2026-02-01' },
      }),
    ).toMatchObject({
      responded_at: '2026-01-01T00:00:00.000Z',
      remember: { expires_at: '2026-02-01T00:00:00.000Z' },
    });
  });

  it.each([
    ['type', 'foo'],
    ['text', 1],
    ['confirmed', 'true'],
    ['selected_values', 'a'],
    ['selected_values.0', [1]],
    ['responses', {}],
    ['responses.0.type', [{ request_id: 'a' }]],
    ['action', 'allow'],
    ['modified_args', []],
    ['modified_args', null],
    ['remember', true],
    ['remember.scope', {}],
    ['remember.patterns.0', { scope: 'once', patterns: [''] }],
    ['responded_at', 'soon'],
  ])('is strict about %s: %j', (path, value) => {
    const [member = ''] = path.split('.');
    expect(pathsOf({ request_id: 'int_1', type: 'confirm', [member]: value })).toEqual([path]);
  });
});

describe('RecordedResponseSchema', () => {
  it('adds nothing to what the log contains', () => {
    const response = { request_id: 'int_1', type: 'input', text: 'x' } as const;
    expect(RecordedResponseSchema.parse(response)).toEqual(response);
  });
});

describe('other forms of answers', () => {
  it('decide by the tool-call id', () => {
    const decision = { tool_call_id: 'call_1', action: 'modify_args', modified_args: { a: 1 } };
    expect(ApprovalDecisionSchema.parse(decision)).toEqual(decision);
    expect(ApprovalDecisionSchema.safeParse({ ...decision, action: 'allow' }).success).toBe(false);
    expect(ApprovalDecisionSchema.safeParse({ action: 'deny' }).success).toBe(false);
  });

  it('control a run', () => {
    const signal = { run_id: 'run_1', action: 'abort_run', payload: { reason: 'enough' } };
    expect(ControlSignalSchema.parse(signal)).toEqual(signal);
    expect(ControlSignalSchema.safeParse({ ...signal, action: 'pause' }).success).toBe(false);
  });

  it('consent, for this call only unless patterns are given', () => {
    expect(ToolConsentSchema.parse({ tool_call_id: 'call_1', decision: 'allow' })).toEqual({
      tool_call_id: 'call_1',
      decision: 'allow',
      patterns: [],
    });
    expect(
      ToolConsentSchema.safeParse({ tool_call_id: 'call_1', decision: 'approve' }).success,
    ).toBe(false);
  });
});
