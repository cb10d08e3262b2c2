import { describe, expect, it } from 'vitest';
import { argsDigest } from './digest.ts';
import { InteractionRequestSchema } from './interaction/request.ts';
import { checkResponse } from './interaction/check-response.ts';
import { EVENT_DATA, RunEventSchema, StepDeltaSchema, ToolProgressSchema } from './run/event.ts';
import { evolveRun } from './run/evolve-run.ts';
import { INITIAL_CONTROL, rootOf, sessionStatus } from './run/state.ts';
import * as testing from './testing.ts';
import {
  authorizationRequest,
  batchJudged,
  combinedRequest,
  confirmRequest,
  inputRequest,
  recoveryRequest,
  responseTo,
  runCompleted,
  runStarted,
  selectRequest,
  sessionLog,
  settlement,
  stepCompleted,
  stepDelta,
  toolProgress,
  suspension,
  toolCall,
  toolCompleted,
  toolStarted,
} from './testing.ts';

const requests = [
  inputRequest(),
  selectRequest(),
  confirmRequest(),
  combinedRequest(),
  authorizationRequest(),
  recoveryRequest(),
];

describe('testing builders', () => {
  it.each(requests)('build a valid request: $title', (request) => {
    expect(InteractionRequestSchema.parse(request)).toEqual(request);
  });

  it.each(requests)('build a valid response: $title', (request) => {
    expect(checkResponse(request, responseTo(request))).toEqual([]);
  });

  it('bind the default authorization to its real digest', async () => {
    const request = authorizationRequest();
    expect(request.args_digest).toBe(await argsDigest(request.tool_name, request.tool_args));
    expect(authorizationRequest({ tool_args: { command: 'ls' } }).args_digest).toBeUndefined();
  });

  it('escape the exact rule of an authorization', () => {
    const request = authorizationRequest({ tool_args: { command: 'ls *.ts' } });
    expect(request.metadata['resource']).toBe(String.raw`bash(ls \*.ts)`);
  });

  it('have one valid draft for each event type', () => {
    const drafts = Object.keys(EVENT_DATA).map((type) => {
      const name = type.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
      const build = new Map<string, unknown>(Object.entries(testing)).get(
        name === 'error' ? 'errorEvent' : name,
      );
      return (build as () => testing.DraftOf<'error'>)();
    });
    expect(drafts.map(({ type }) => type)).toEqual(Object.keys(EVENT_DATA));
    for (const event of sessionLog(drafts)) expect(RunEventSchema.parse(event)).toEqual(event);
    expect(StepDeltaSchema.parse(stepDelta())).toEqual(stepDelta());
    expect(ToolProgressSchema.parse(toolProgress())).toEqual(toolProgress());
  });

  it('build a whole conversation that folds to its end', () => {
    const request = authorizationRequest({ message_id: 'msg_2' });
    const log = sessionLog([
      runStarted(),
      stepCompleted(),
      stepCompleted({ id: 'msg_2', role: 'assistant', content: '', tool_calls: [toolCall()] }),
      batchJudged({ message_id: 'msg_2' }),
      ...suspension(request),
    ]);
    const waiting = log.reduce(evolveRun, INITIAL_CONTROL);
    expect(sessionStatus(waiting)).toBe('waiting_permission');

    const rest = sessionLog(
      [
        ...settlement(request, responseTo(request)),
        toolStarted(),
        toolCompleted(),
        stepCompleted({ id: 'msg_3', role: 'tool', tool_call_id: 'call_1', name: 'bash' }),
        runCompleted(),
      ],
      { after: log },
    );
    expect(rest[0]?.seq).toBe(log.length + 1);
    const over = rest.reduce(evolveRun, waiting);
    expect(rootOf(over.trees['run_1'] ?? expect.fail('no tree')).ended).toBe('completed');
    expect(over.last_sequence).toBe(3);
  });

  it('number nested runs with their root', () => {
    const log = sessionLog([
      runStarted(),
      runStarted({ parent_run_id: 'run_1', parent_tool_call_id: 'call_1' }, { run_id: 'run_2' }),
      stepCompleted({}, { run_id: 'run_2' }),
    ]);
    expect(log.map(({ run_id, root_run_id, seq }) => [run_id, root_run_id, seq])).toEqual([
      ['run_1', 'run_1', 1],
      ['run_2', 'run_1', 2],
      ['run_2', 'run_1', 3],
    ]);
  });
});
