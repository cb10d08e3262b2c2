import type {
  ApprovalAction,
  InteractionRequest,
  InteractionResponse,
} from '../generated/types.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  authorizationRequest,
  combinedPart,
  combinedRequest,
  combinedResponse,
  confirmRequest,
  confirmResponse,
  inputPart,
  inputRequest,
  inputResponse,
  recoveryRequest,
  responseTo,
  selectPart,
  selectRequest,
  selectResponse,
} from '../testing.ts';
import { actionOf } from './action.ts';
import { checkResponse } from './check-response.ts';

const pathsOf = (request: InteractionRequest, response: InteractionResponse): string[] =>
  checkResponse(request, response).map(({ path }) => path);

const severalOf = (least?: number, most?: number) =>
  selectRequest({
    multiple: true,
    options: ['a', 'b', 'c'].map((value) => ({ value, label: value })),
    ...(least !== undefined && { min_selected: least }),
    ...(most !== undefined && { max_selected: most }),
  });

describe('actionOf', () => {
  it('reads a bare confirmation of an authorization as approve or deny', () => {
    const request = authorizationRequest();
    expect(actionOf(request, confirmResponse())).toBe('approve');
    expect(actionOf(request, confirmResponse({ confirmed: false }))).toBe('deny');
    expect(actionOf(request, confirmResponse({ action: 'modify_args' }))).toBe('modify_args');
  });

  it('reads a confirmation of a question as its plain answer', () => {
    expect(actionOf(confirmRequest(), confirmResponse({ confirmed: false }))).toBeUndefined();
    expect(actionOf(confirmRequest(), confirmResponse({ action: 'deny' }))).toBe('deny');
  });
});

describe('checkResponse', () => {
  it('requires the id and the type of the request first', () => {
    expect(pathsOf(inputRequest(), inputResponse({ request_id: 'int_2', text: '' }))).toEqual([
      'request_id',
    ]);
    expect(pathsOf(inputRequest(), selectResponse())).toEqual(['type']);
    expect(pathsOf(authorizationRequest(), inputResponse())).toEqual(['type']);
  });

  describe('text', () => {
    it.each([
      ['a text', {}, 'Ada', []],
      ['blanks', {}, ' ', []],
      ['nothing', {}, undefined, ['text']],
      ['an empty text', {}, '', ['text']],
      ['nothing, not required', { required: false }, undefined, []],
      ['an empty text, not required', { required: false, min_length: 3 }, '', []],
      ['too little', { min_length: 3 }, 'ab', ['text']],
      ['too little, not required', { required: false, min_length: 3 }, 'ab', ['text']],
      ['just enough', { min_length: 3, max_length: 3 }, 'abc', []],
      ['too much', { max_length: 3 }, 'abcd', ['text']],
      ['two UTF-16 units of one character', { max_length: 1 }, '😀', ['text']],
      ['a number', { input_type: 'number' }, ' -1.5e3 ', []],
      ['no number', { input_type: 'number' }, '12px', ['text']],
      ['blanks for a number', { input_type: 'number' }, '  ', ['text']],
      ['an infinite number', { input_type: 'number' }, 'Infinity', ['text']],
    ])('%s', (_, request, text, paths) => {
      const { text: __, ...rest } = inputResponse();
      const response = text === undefined ? rest : { ...rest, text };
      expect(pathsOf(inputRequest(request), response)).toEqual(paths);
    });

    it('requires a secret to be plain text, because only that is stored separately', () => {
      const response = { ...inputResponse(), selected_values: ['hunter2'] };
      expect(pathsOf(inputRequest(), response)).toEqual([]);
      expect(pathsOf(inputRequest({ sensitive: true }), response)).toEqual(['selected_values']);
    });
  });

  describe('choices', () => {
    it.each<[string, InteractionRequest, Partial<InteractionResponse>, string[]]>([
      ['one of one', selectRequest(), { selected_values: ['staging'] }, []],
      ['none', selectRequest(), { selected_values: [] }, ['selected_values']],
      ['none, not required', selectRequest({ required: false }), { selected_values: [] }, []],
      [
        'two of one',
        selectRequest(),
        { selected_values: ['staging', 'production'] },
        ['selected_values'],
      ],
      ['an unknown one', selectRequest(), { selected_values: ['moon'] }, ['selected_values.0']],
      [
        'the label instead of the value',
        selectRequest(),
        { selected_values: ['Staging'] },
        ['selected_values.0'],
      ],
      [
        'a name from the prototype',
        selectRequest(),
        { selected_values: ['toString'] },
        ['selected_values.0'],
      ],
      ['several', severalOf(), { selected_values: ['c', 'a'] }, []],
      ['one twice', severalOf(), { selected_values: ['a', 'a'] }, ['selected_values']],
      ['too few', severalOf(2), { selected_values: ['a'] }, ['selected_values']],
      ['too many', severalOf(1, 2), { selected_values: ['a', 'b', 'c'] }, ['selected_values']],
      [
        'a text where none may be',
        selectRequest(),
        { selected_values: [], other: 'moon' },
        ['other'],
      ],
      [
        'a text instead',
        selectRequest({ allow_other: true }),
        { selected_values: [], other: 'moon' },
        [],
      ],
      [
        'a text besides the one',
        selectRequest({ allow_other: true }),
        { other: 'moon' },
        ['selected_values'],
      ],
      [
        'an empty text is none',
        selectRequest({ allow_other: true }),
        { selected_values: [], other: '' },
        ['selected_values'],
      ],
    ])('%s', (_, request, overrides, paths) => {
      expect(pathsOf(request, selectResponse(overrides))).toEqual(paths);
    });

    it('accepts no choice for an optional question, whatever its minimum, but not one of two', () => {
      const request = { ...severalOf(2), required: false };
      expect(pathsOf(request, selectResponse({ selected_values: [] }))).toEqual([]);
      expect(pathsOf(request, selectResponse({ selected_values: ['a'] }))).toEqual([
        'selected_values',
      ]);
    });
  });

  it('requires true or false for a confirmation', () => {
    const { confirmed: _, ...silent } = confirmResponse();
    expect(pathsOf(confirmRequest(), confirmResponse())).toEqual([]);
    expect(pathsOf(confirmRequest(), confirmResponse({ confirmed: false }))).toEqual([]);
    expect(pathsOf(confirmRequest(), silent)).toEqual(['confirmed']);
  });

  describe('parts', () => {
    const [first, second, third] = combinedResponse().responses ?? [];
    if (first === undefined || second === undefined || third === undefined)
      throw new Error('parts');

    it.each([
      ['all of them', [first, second, third], []],
      ['any order', [third, first, second], []],
      ['one missing', [first, second], ['responses']],
      ['none', [], ['responses', 'responses', 'responses']],
      ['one twice', [first, first, second, third], ['responses.1.request_id']],
      [
        'a foreign one',
        [first, second, third, { ...first, request_id: 'x' }],
        ['responses.3.request_id'],
      ],
      ['another type', [first, { ...second, type: 'input' as const }, third], ['responses.1.type']],
      [
        'an unfit one',
        [first, { ...second, selected_values: ['moon'] }, third],
        ['responses.1.selected_values.0'],
      ],
    ])('%s', (_, responses, paths) => {
      expect(pathsOf(combinedRequest(), combinedResponse({ responses }))).toEqual(paths);
    });

    it('returns the path of the invalid nested part', () => {
      const request = combinedRequest({
        interactions: [selectPart(), combinedPart({ interactions: [inputPart({ id: 'deep' })] })],
      });
      const response = responseTo(request);
      const broken = structuredClone(response);
      const deep = broken.responses?.[1]?.responses?.[0];
      if (deep === undefined) throw new Error('no part');
      deep.text = '';
      expect(pathsOf(request, response)).toEqual([]);
      expect(pathsOf(request, broken)).toEqual(['responses.1.responses.0.text']);
    });
  });

  describe('authorizations', () => {
    const request = authorizationRequest();

    it.each<[string, Partial<InteractionResponse>, string[]]>([
      ['yes', {}, []],
      ['no', { confirmed: false }, []],
      ['approve', { action: 'approve' }, []],
      ['edit', { action: 'modify_args', modified_args: {} }, []],
      ['edit without arguments', { action: 'modify_args' }, ['modified_args']],
      ['arguments without an edit', { modified_args: {} }, ['modified_args']],
      ['the result itself', { action: 'answer', text: '' }, []],
      ['a result without text', { action: 'answer' }, ['text']],
      ['yes and deny', { action: 'deny' }, ['confirmed']],
      ['yes and abort', { action: 'abort_run' }, ['confirmed']],
      ['no and approve', { confirmed: false, action: 'approve' }, ['confirmed']],
      [
        'no and edit',
        { confirmed: false, action: 'modify_args', modified_args: {} },
        ['confirmed'],
      ],
      ['no and answer', { confirmed: false, action: 'answer', text: 'x' }, ['confirmed']],
      ['yes, remembered', { remember: { scope: 'always', patterns: ['bash(ls)'] } }, []],
      [
        'no, remembered',
        { confirmed: false, remember: { scope: 'always', deny_patterns: ['bash(ls)'] } },
        [],
      ],
      [
        'no, but allow',
        { confirmed: false, remember: { scope: 'always', patterns: ['bash(ls)'] } },
        ['remember.patterns'],
      ],
      [
        'answer, but allow',
        { action: 'answer', text: 'x', remember: { scope: 'always', patterns: ['bash(ls)'] } },
        ['remember.patterns'],
      ],
    ])('%s', (_, overrides, paths) => {
      expect(pathsOf(request, confirmResponse(overrides))).toEqual(paths);
    });

    it('require a decision', () => {
      const { confirmed: _, ...silent } = confirmResponse();
      expect(pathsOf(request, silent)).toEqual(['confirmed']);
      expect(pathsOf(request, { ...silent, action: 'approve' })).toEqual([]);
    });

    it('are not checked as a form: declining needs no answer', () => {
      const { confirmed: _, ...silent } = confirmResponse();
      expect(pathsOf(request, { ...silent, action: 'deny', note: 'too wide' })).toEqual([]);
    });
  });

  describe('actions', () => {
    const ALL: readonly ApprovalAction[] = [
      'approve',
      'deny',
      'modify_args',
      'pause',
      'resume',
      'abort_run',
      'answer',
    ];

    it.each<[string, InteractionRequest, ApprovalAction[]]>([
      ['an authorization', authorizationRequest(), [...ALL]],
      ['a question', inputRequest(), ['deny', 'pause', 'resume', 'abort_run']],
      ['a recovery', recoveryRequest(), ['abort_run']],
    ])('of %s are the allowed ones', (_, request, allowed) => {
      for (const action of ALL) {
        const { confirmed: __, ...base } = confirmResponse();
        const response = { ...base, type: request.type, action, modified_args: {}, text: 'x' };
        const refused = checkResponse(request, response).some(({ path }) => path === 'action');
        expect([action, refused]).toEqual([action, !allowed.includes(action)]);
      }
    });

    it('declining a question needs no answer', () => {
      const { text: _, ...silent } = inputResponse();
      expect(pathsOf(inputRequest(), { ...silent, action: 'deny' })).toEqual([]);
    });

    it('allow rules for authorizations only', () => {
      const remember = { scope: 'always' as const };
      expect(pathsOf(confirmRequest(), confirmResponse({ remember }))).toEqual(['remember']);
    });

    it('allow edits of authorizations only', () => {
      expect(pathsOf(confirmRequest(), confirmResponse({ modified_args: {} }))).toEqual([
        'modified_args',
      ]);
    });
  });

  it('accepts one of the options for a recovery', () => {
    const request = recoveryRequest();
    expect(pathsOf(request, selectResponse({ selected_values: ['retry'] }))).toEqual([]);
    expect(
      pathsOf(request, selectResponse({ selected_values: ['mark_done'], text: 'deployed' })),
    ).toEqual([]);
    expect(pathsOf(request, selectResponse({ selected_values: ['forget'] }))).toEqual([
      'selected_values.0',
    ]);
  });

  it('is total: any response to any request gives issues with a path and a message', () => {
    const requests = [
      inputRequest(),
      severalOf(1, 2),
      confirmRequest(),
      combinedRequest(),
      authorizationRequest(),
      recoveryRequest(),
    ];
    const text = fc.constantFrom('', 'a', 'staging', '__proto__', 'x'.repeat(99));
    const part = fc.record(
      {
        request_id: fc.constantFrom('int_1', 'part_input', 'part_select', '__proto__'),
        type: fc.constantFrom(...requests.map(({ type }) => type)),
        text,
        selected_values: fc.array(text),
        other: text,
        confirmed: fc.boolean(),
      },
      { requiredKeys: ['request_id', 'type'] },
    );
    const response = fc
      .tuple(part, fc.array(part), fc.option(fc.constantFrom<ApprovalAction>('deny', 'answer')))
      .map(([base, responses, action]): InteractionResponse => ({
        ...base,
        responses,
        ...(action !== null && { action }),
      }));
    fc.assert(
      fc.property(fc.constantFrom(...requests), response, (request, answer) => {
        const issues = checkResponse(request, answer);
        expect(issues.every(({ path, message }) => path !== '' && message !== '')).toBe(true);
        expect(checkResponse(request, structuredClone(answer))).toEqual(issues);
      }),
    );
  });
});
