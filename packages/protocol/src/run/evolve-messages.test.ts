import { describe, expect, it } from 'vitest';
import {
  authorizationRequest,
  batchJudged,
  confirmResponse,
  interactionRequest,
  interactionResponse,
  permissionUpdated,
  runStarted,
  sessionLog,
  settlement,
  stepCompleted,
  suspension,
  testTime,
  toolCall,
  toolStarted,
  type DraftPlace,
} from '../testing.ts';
import type { EventDraft } from './event.ts';
import { evolveMessages, type Messages } from './evolve-messages.ts';

const folded = (...drafts: readonly EventDraft[]): Messages =>
  sessionLog(drafts).reduce(evolveMessages, []);

const ask = (id: string, calls: readonly string[], place?: DraftPlace) =>
  stepCompleted(
    { id, role: 'assistant', content: '', tool_calls: calls.map((call) => toolCall({ id: call })) },
    place,
  );

const result = (call: string, place?: DraftPlace) =>
  stepCompleted(
    { id: `${place?.run_id ?? 'run_1'}:${call}`, role: 'tool', tool_call_id: call, content: call },
    place,
  );

const ids = (messages: Messages): string[] => messages.map(({ id }) => id);

const request = authorizationRequest({ message_id: 'msg_2' });
const waiting = [
  runStarted(),
  stepCompleted(),
  ask('msg_2', ['call_1']),
  batchJudged({ message_id: 'msg_2' }),
  ...suspension(request),
];

describe('evolveMessages', () => {
  it('turns each step into a message, starting with the input', () => {
    const [input, said, done] = folded(
      runStarted(),
      stepCompleted(),
      ask('msg_2', ['call_1']),
      stepCompleted({
        id: 'msg_3',
        role: 'tool',
        content: 'exit 1',
        tool_call_id: 'call_1',
        name: 'bash',
        is_success: false,
        error: 'exit 1',
        duration_ms: 5,
      }),
    );
    expect(input).toEqual({
      id: 'msg_1',
      run_id: 'run_1',
      role: 'user',
      content: 'Is the project clean?',
      created_at: testTime(1),
      blocks: [],
    });
    expect(said?.tool_calls).toEqual([toolCall()]);
    expect(done).toEqual({
      id: 'msg_3',
      run_id: 'run_1',
      role: 'tool',
      content: 'exit 1',
      created_at: testTime(3),
      tool_call_id: 'call_1',
      name: 'bash',
      is_success: false,
      blocks: [],
    });
  });

  it.each([
    ['in order', ['a', 'b', 'c']],
    ['backwards', ['c', 'b', 'a']],
    ['the middle one first', ['b', 'c', 'a']],
    ['the last one first', ['c', 'a', 'b']],
    ['two of three', ['c', 'a']],
  ])('puts results in call order, whatever their order of arrival: %s', (_, order) => {
    const messages = folded(
      runStarted(),
      stepCompleted(),
      ask('msg_2', ['a', 'b', 'c']),
      ...order.map((call) => result(call)),
    );
    expect(ids(messages)).toEqual([
      'msg_1',
      'msg_2',
      ...order.toSorted().map((call) => `run_1:${call}`),
    ]);
  });

  it('adds a result after the newest message that has its call (L-X-07)', () => {
    const messages = folded(
      runStarted(),
      ask('msg_2', ['a', 'b']),
      result('a'),
      result('b'),
      ask('msg_3', ['c', 'd']),
      result('d'),
      result('c'),
    );
    expect(ids(messages)).toEqual(['msg_2', 'run_1:a', 'run_1:b', 'msg_3', 'run_1:c', 'run_1:d']);
  });

  it('puts no result before its own message, even if an older one has equal ids', () => {
    const messages = folded(
      runStarted(),
      ask('msg_2', ['b']),
      result('b'),
      ask('msg_3', ['a', 'b']),
      result('a'),
    );
    expect(ids(messages)).toEqual(['msg_2', 'run_1:b', 'msg_3', 'run_1:a']);
  });

  it('keeps a result without a call at the end', () => {
    expect(ids(folded(runStarted(), ask('msg_2', ['a']), result('x')))).toEqual([
      'msg_2',
      'run_1:x',
    ]);
  });

  it('keeps nested runs apart even if their calls have equal ids', () => {
    const place = { run_id: 'run_2' };
    const messages = folded(
      runStarted(),
      ask('msg_2', ['a', 'b']),
      toolStarted({ tool_call_id: 'a' }),
      runStarted({ parent_run_id: 'run_1', parent_tool_call_id: 'a' }, place),
      ask('msg_3', ['b', 'a'], place),
      result('a', place),
      result('b', place),
      result('b'),
      result('a'),
    );
    expect(ids(messages)).toEqual(['msg_2', 'msg_3', 'run_2:b', 'run_2:a', 'run_1:a', 'run_1:b']);
    expect(messages.map(({ root_run_id: root }) => root)).toEqual([
      undefined,
      'run_1',
      'run_1',
      'run_1',
      undefined,
      undefined,
    ]);
  });

  it('keeps two messages with equal ids in different runs', () => {
    const other = { run_id: 'run_2' };
    const messages = folded(
      runStarted(),
      stepCompleted(),
      runStarted({ external: true }, other),
      stepCompleted({}, other),
    );
    expect(messages.map(({ run_id }) => run_id)).toEqual(['run_1', 'run_2']);
  });

  describe('blocks', () => {
    const blocks = (...drafts: readonly EventDraft[]) => folded(...waiting, ...drafts)[1]?.blocks;

    it('are in the message for each gated call, pending', () => {
      expect(blocks()).toEqual([
        {
          action_type: 'tool_call_permission',
          tool_call_id: 'call_1',
          interaction_id: 'int_1',
          status: 'pending',
        },
      ]);
    });

    it.each([
      [true, 'granted'],
      [false, 'denied'],
    ])('are settled only by their own decision: %s', (confirmed, status) => {
      const second = authorizationRequest({
        id: 'int_2',
        tool_call_id: 'call_2',
        message_id: 'msg_2',
      });
      const messages = folded(
        runStarted(),
        ask('msg_2', ['call_1', 'call_2']),
        ...suspension(request, second),
        ...settlement(second, confirmResponse({ confirmed }), { waiting: [request] }),
      );
      expect(messages[0]?.blocks.map((block) => block.status)).toEqual(['pending', status]);
    });

    it('never change back', () => {
      const back = permissionUpdated({ message_id: 'msg_2', status: 'denied' });
      const settled = settlement(request, confirmResponse());
      expect(blocks(...settled, back)?.[0]?.status).toBe('granted');
    });

    it('are added again when the call asks again', () => {
      const again = authorizationRequest({ id: 'int_2', message_id: 'msg_2' });
      const settled = settlement(request, confirmResponse());
      expect(
        blocks(...settled, ...suspension(again))?.map(({ interaction_id: id, status }) => [
          id,
          status,
        ]),
      ).toEqual([
        ['int_1', 'granted'],
        ['int_2', 'pending'],
      ]);
    });

    it('are not added twice, nor to a missing message', () => {
      expect(blocks(interactionRequest(request))).toHaveLength(1);
      const lost = authorizationRequest({ id: 'int_2', message_id: 'msg_9' });
      expect(blocks(interactionRequest(lost))).toHaveLength(1);
    });

    it('are not added to the message of another run', () => {
      const foreign = authorizationRequest({ id: 'int_2', run_id: 'run_2', message_id: 'msg_2' });
      const start = runStarted({ external: true }, { run_id: 'run_2' });
      expect(blocks(start, ...suspension(foreign))).toHaveLength(1);
    });
  });

  describe('edited arguments', () => {
    const edit = interactionResponse({
      decision: { tool_call_id: 'call_1', action: 'modify_args', modified_args: { command: 'ls' } },
    });

    it('replace those of the call', () => {
      const [, message] = folded(...waiting, edit);
      expect(message?.tool_calls).toEqual([toolCall({ args: { command: 'ls' } })]);
    });

    it('change one call of one run', () => {
      const messages = folded(
        runStarted(),
        ask('msg_2', ['call_1', 'call_2']),
        runStarted({ external: true }, { run_id: 'run_2' }),
        ask('msg_3', ['call_1'], { run_id: 'run_2' }),
        edit,
      );
      expect(messages.map(({ tool_calls: calls }) => calls?.map(({ args }) => args))).toEqual([
        [{ command: 'ls' }, { command: 'npm run lint' }],
        [{ command: 'npm run lint' }],
      ]);
    });

    it('are ignored with another action, and once the call is decided', () => {
      const approve = interactionResponse({
        decision: { tool_call_id: 'call_1', action: 'approve', modified_args: { command: 'rm' } },
      });
      const settled = [...waiting, ...settlement(request, confirmResponse())];
      expect(folded(...waiting, approve)).toEqual(folded(...waiting));
      expect(folded(...settled, edit)).toEqual(folded(...settled));
    });
  });
});
