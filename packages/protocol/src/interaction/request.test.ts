import { describe, expect, it } from 'vitest';
import {
  authorizationRequest,
  combinedPart,
  combinedRequest,
  confirmPart,
  inputPart,
  inputRequest,
  selectPart,
  selectRequest,
} from '../testing.ts';
import { InteractionPartSchema, QuestionSchema } from './question.ts';
import { InteractionRequestSchema } from './request.ts';
import { InteractionType } from './interaction-type.ts';

const minimal = {
  type: 'confirm',
  title: 'Go on?',
  run_id: 'run_1',
  session_id: 'ses_1',
  tool_call_id: 'call_1',
  tool_name: 'ask_human',
  tool_args: {},
};

function pathsOf(value: unknown): string[] {
  const parsed = InteractionRequestSchema.safeParse(value);
  return parsed.success ? [] : parsed.error.issues.map(({ path }) => path.join('.'));
}

describe('InteractionRequestSchema', () => {
  it('accepts exactly four types', () => {
    expect([...new Set(Object.values(InteractionType))]).toEqual([
      'input',
      'select',
      'confirm',
      'combined',
    ]);
    for (const request of [inputRequest(), selectRequest(), combinedRequest()]) {
      expect(InteractionRequestSchema.parse(request)).toEqual(request);
    }
    expect(pathsOf({ ...minimal, type: 'foo' })).toEqual(['type']);
  });

  it('requires a value and a label for options, and allows a description', () => {
    const of = (option: object) => pathsOf({ ...selectRequest(), options: [option] });
    expect(of({ value: 'a', label: 'A' })).toEqual([]);
    expect(of({ value: 'a', label: 'A', description: 'first' })).toEqual([]);
    expect(of({ label: 'A' })).toEqual(['options.0.value']);
    expect(of({ value: 'a' })).toEqual(['options.0.label']);
    expect(of({ value: 'a', label: 'A', description: 1 })).toEqual(['options.0.description']);
  });

  it.each(Object.keys(minimal))('requires %s', (member) => {
    const { [member as keyof typeof minimal]: _, ...rest } = minimal;
    expect(pathsOf(rest)).toEqual([member]);
  });

  it('fills in the defaults', () => {
    const before = Date.now();
    const request = InteractionRequestSchema.parse(minimal);
    expect(request).toEqual({
      ...minimal,
      id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) as unknown,
      required: true,
      metadata: {},
      created_at: expect.any(String) as unknown,
      root_run_id: 'run_1',
      purpose: 'question',
      allowed_actions: [],
      agent_path: [],
    });
    expect(Date.parse(request.created_at)).toBeGreaterThanOrEqual(before);
    expect(InteractionRequestSchema.parse(minimal).id).not.toBe(request.id);
    expect(InteractionRequestSchema.parse({ ...minimal, type: 'input' })).toMatchObject({
      multiline: false,
      input_type: 'text',
      sensitive: false,
    });
    expect(
      InteractionRequestSchema.parse({ ...minimal, type: 'select', options: [] }),
    ).toMatchObject({ multiple: false, allow_other: false });
  });

  it('accepts nested combined requests at any depth', () => {
    const request = combinedRequest({
      interactions: [
        combinedPart({
          id: 'outer',
          interactions: [
            combinedPart({ id: 'inner', interactions: [selectPart()] }),
            confirmPart(),
          ],
        }),
        inputPart(),
      ],
    });
    expect(InteractionRequestSchema.parse(JSON.parse(JSON.stringify(request)))).toEqual(request);
    expect(pathsOf({ ...request, interactions: [] })).toEqual(['interactions']);
    const broken = combinedPart({ interactions: [{ ...inputPart(), title: 1 } as never] });
    expect(pathsOf({ ...request, interactions: [inputPart(), broken] })).toEqual([
      'interactions.1.interactions.0.title',
    ]);
  });

  it('requires only id, type, title and their own fields for parts, and generates a missing id', () => {
    expect(InteractionPartSchema.parse({ type: 'input', title: 'Name' })).toMatchObject({
      id: expect.any(String) as unknown,
      required: true,
      input_type: 'text',
    });
  });

  it('keeps unknown members at every depth', () => {
    const request = {
      ...authorizationRequest({
        metadata: { command_info: { risk: 'x' }, paths: ['/a'], '': null },
      }),
      later: { a: [1] },
      batch: { index: 0, size: 1, parallel: true },
    };
    expect(InteractionRequestSchema.parse(request)).toEqual(request);
    const options = [{ value: 'a', label: 'A', icon: 'star' }];
    expect(InteractionRequestSchema.parse({ ...selectRequest(), options })).toMatchObject({
      options,
    });
  });

  it.each([
    ['id', ''],
    ['id', 'a\nb'],
    ['id', '\ud83d'],
    ['run_id', '..'],
    ['session_id', 'x'.repeat(257)],
    ['tool_name', ''],
    ['tool_args', []],
    ['tool_args', null],
    ['metadata', 'x'],
    ['created_at', 'now'],
    ['expires_at', null],
    ['expires_at', '2026-01-01'],
    ['purpose', 'consent'],
    ['args_digest', 'ABC'],
    ['risk_level', 'extreme'],
    ['allowed_actions.0', ['allow']],
    ['agent_path', 'assistant'],
    ['paused', 'yes'],
    ['batch.index', { index: -1, size: 1 }],
  ])('is strict about %s: %j', (path, value) => {
    const [member = ''] = path.split('.');
    expect(pathsOf({ ...minimal, [member]: value })).toEqual([path]);
  });

  it('passes on arguments unchanged, including a member named __proto__', () => {
    const args: unknown = JSON.parse('{"a":1,"__proto__":{"isAdmin":true},"constructor":{}}');
    const request = InteractionRequestSchema.parse({ ...minimal, tool_args: args });
    expect(JSON.stringify(request.tool_args)).toBe(JSON.stringify(args));
    expect('isAdmin' in {}).toBe(false);
  });
});

describe('QuestionSchema', () => {
  it('accepts a question of a tool, with its own time zone', () => {
    expect(
      QuestionSchema.parse({
        type: 'confirm',
        title: 'Go?',
        expires_at: '2026-01-01T02:00:00+02:00',
      }),
    ).toMatchObject({ expires_at: '2026-01-01T00:00:00.000Z', required: true });
  });

  it('refuses what no answer can fit, with its path', () => {
    const parsed = QuestionSchema.safeParse({
      type: 'combined',
      title: 'Both',
      interactions: [
        { id: 'a', type: 'select', title: 'None', options: [] },
        { id: 'a', type: 'input', title: 'Long', min_length: 5, max_length: 4 },
      ],
    });
    expect(parsed.error?.issues.map(({ path }) => path)).toEqual([
      ['interactions', 1, 'id'],
      ['interactions', 0, 'options'],
      ['interactions', 1, 'max_length'],
    ]);
  });
});
