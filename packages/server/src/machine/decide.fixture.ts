import type { ConfirmRequest, InteractionRequest } from '@hitl/protocol';
import { INITIAL_CONTROL, type ControlState } from '@hitl/protocol/fold';
import type { Command, CommandType } from './commands.ts';
import { decide, type Decision } from './decide.ts';
import { errorResult } from './tool-results.ts';

export const NOW = '2026-11-21T12:00:00.000Z';
export const SESSION = 'session';
const ME = 'me';

/** All stages of a session in which commands are tested. */
export const STAGES = [
  'empty',
  'called_nothing_yet',
  'proposed',
  'waiting',
  'waiting_paused_gate',
  'waiting_overdue',
  'waiting_paused_run',
  'ready',
  'refused',
  'started',
  'unknown',
  'running_paused',
  'nested',
  'rules_unsaved',
  'external',
  'executing',
  'execution_in_doubt',
  'completed',
  'failed',
  'aborted',
] as const;

export type Stage = (typeof STAGES)[number];

function request(overrides: Partial<ConfirmRequest> = {}): ConfirmRequest {
  return {
    type: 'confirm',
    id: 'int',
    title: 'Authorization Required',
    run_id: 'run',
    root_run_id: 'run',
    session_id: SESSION,
    message_id: 'message',
    tool_call_id: 'call',
    tool_name: 'tool',
    tool_args: {},
    metadata: {},
    created_at: NOW,
    required: true,
    purpose: 'authorization',
    allowed_actions: ['approve', 'deny', 'modify_args', 'pause', 'resume', 'abort_run', 'answer'],
    agent_path: ['agent'],
    ...overrides,
  };
}

const endedResult = errorResult({ tool_call_id: 'call', tool_name: 'tool' }, NOW, 'ended');

/** A request about the outcome of an execution of an external loop. */
const doubt: InteractionRequest = {
  ...request({ id: 'doubt', run_id: 'execution', root_run_id: 'execution', purpose: 'recovery' }),
  type: 'select',
  options: [{ value: 'retry', label: 'Run it again' }],
  multiple: false,
  allow_other: false,
  allowed_actions: ['abort_run'],
};

/** One valid command of each type, for the run, call and interaction of the stages. */
export const COMMANDS: { readonly [T in CommandType]: Extract<Command, { type: T }> } = {
  start_run: {
    type: 'start_run',
    runId: 'next',
    agentId: 'agent',
    userId: null,
    input: 'go',
    stepId: 'next-input',
    owner: ME,
    onBusy: 'reject',
  },
  start_external: {
    type: 'start_external',
    runId: 'foreign',
    agentId: 'external',
    userId: null,
    verdict: { decision: 'allowed', step: 'allow_rule', reason: 'Matched allow pattern' },
    toolCallId: 'foreign-call',
  },
  start_execution: {
    type: 'start_execution',
    runId: 'execution',
    agentId: 'external',
    userId: null,
    executes: { run_id: 'foreign', tool_call_id: 'foreign-call', args_digest: 'digest' },
    toolName: 'tool',
    args: {},
    attempt: 1,
    holder: 'host',
    leaseUntil: NOW,
  },
  complete_execution: {
    type: 'complete_execution',
    runId: 'execution',
    result: endedResult,
  },
  doubt_execution: {
    type: 'doubt_execution',
    runId: 'execution',
    attempt: 1,
    request: doubt,
  },
  claim_run: { type: 'claim_run', runId: 'run', owner: 'other', expectedOwner: ME },
  complete_step: {
    type: 'complete_step',
    runId: 'run',
    owner: ME,
    step: { id: 'last', role: 'assistant', content: 'done' },
    metrics: {},
  },
  fail_run: { type: 'fail_run', runId: 'run', owner: ME, error: 'broken', code: 'model_error' },
  judge_batch: {
    type: 'judge_batch',
    runId: 'run',
    owner: ME,
    messageId: 'message',
    verdicts: [
      {
        toolCallId: 'call',
        verdict: { decision: 'allowed', step: 'allow_rule', reason: 'Matched allow pattern' },
      },
    ],
  },
  rules_saved: { type: 'rules_saved', interactionId: 'int', rules: [] },
  start_tool: {
    type: 'start_tool',
    runId: 'run',
    owner: ME,
    toolCallId: 'call',
    idempotencyKey: 'key',
  },
  refuse_call: {
    type: 'refuse_call',
    runId: 'run',
    owner: ME,
    toolCallId: 'call',
    verdict: { step: 'deny_rule', reason: 'Matched deny pattern' },
  },
  suspend_call: {
    type: 'suspend_call',
    runId: 'run',
    owner: ME,
    toolCallId: 'call',
    request: request({ id: 'again', purpose: 'question' }),
  },
  mark_outcome_unknown: {
    type: 'mark_outcome_unknown',
    runId: 'run',
    owner: ME,
    toolCallId: 'call',
  },
  complete_tool: {
    type: 'complete_tool',
    runId: 'run',
    owner: ME,
    toolCallId: 'call',
    result: endedResult,
  },
  record_result: { type: 'record_result', runId: 'run', owner: ME, toolCallId: 'call' },
  start_nested: {
    type: 'start_nested',
    runId: 'run',
    owner: ME,
    toolCallId: 'call',
    nestedRunId: 'inner',
    agentId: 'inner-agent',
    input: 'look',
    stepId: 'inner-input',
    idempotencyKey: 'key',
  },
  answer: {
    type: 'answer',
    interactionId: 'int',
    response: { request_id: 'int', type: 'confirm', action: 'approve' },
    rules: [],
    onDenied: 'continue',
    owner: ME,
  },
  expire: { type: 'expire', overdue: [{ interactionId: 'int', onTimeout: 'deny' }], owner: ME },
  ask_again: {
    type: 'ask_again',
    interactionId: 'int',
    request: request({ id: 'again' }),
  },
  control: { type: 'control', runId: 'run', action: 'pause_run', owner: ME },
  cancel: { type: 'cancel', interactionId: 'int' },
  note_error: { type: 'note_error', runId: 'run', error: 'It failed.', code: 'rules_pending' },
};

const ruled = { pattern: 'tool(*)', effect: 'allow', scope: 'always' } as const;

const begin: Command[] = [{ ...COMMANDS.start_run, runId: 'run', stepId: 'input' }];
const propose: Command[] = [
  ...begin,
  {
    ...COMMANDS.complete_step,
    step: {
      id: 'message',
      role: 'assistant',
      content: '',
      tool_calls: [{ id: 'call', name: 'tool', args: {} }],
    },
  },
];
const wait = (overrides: Partial<ConfirmRequest> = {}): Command[] => [
  ...propose,
  {
    ...COMMANDS.judge_batch,
    verdicts: [
      {
        toolCallId: 'call',
        verdict: { decision: 'needs_auth', step: 'default_policy', reason: 'No rule covers it' },
        request: request(overrides),
      },
    ],
  },
];
const ready: Command[] = [...propose, COMMANDS.judge_batch];
const started: Command[] = [...ready, COMMANDS.start_tool];

/** The commands that lead to each stage. */
const SCRIPTS: { readonly [S in Stage]: readonly Command[] } = {
  empty: [],
  called_nothing_yet: begin,
  proposed: propose,
  waiting: wait(),
  waiting_paused_gate: [
    ...wait(),
    {
      ...COMMANDS.answer,
      response: { request_id: 'int', type: 'confirm', action: 'pause' },
    },
  ],
  waiting_overdue: wait({ expires_at: NOW }),
  waiting_paused_run: [...wait(), COMMANDS.control],
  ready,
  refused: [
    ...propose,
    {
      ...COMMANDS.judge_batch,
      verdicts: [
        {
          toolCallId: 'call',
          verdict: { decision: 'denied', step: 'deny_rule', reason: 'Matched deny pattern' },
        },
      ],
    },
  ],
  started,
  unknown: [
    ...started,
    { ...COMMANDS.mark_outcome_unknown, request: request({ purpose: 'recovery' }) },
  ],
  running_paused: [...ready, COMMANDS.control],
  nested: [...ready, COMMANDS.start_nested],
  rules_unsaved: [...wait(), { ...COMMANDS.answer, rules: [ruled] }],
  external: [
    {
      ...COMMANDS.start_external,
      runId: 'run',
      toolCallId: 'call',
      verdict: { decision: 'needs_auth', step: 'default_policy', reason: 'No rule covers it' },
      request: request(),
    },
  ],
  executing: [COMMANDS.start_execution],
  execution_in_doubt: [COMMANDS.start_execution, COMMANDS.doubt_execution],
  completed: [...begin, COMMANDS.complete_step],
  failed: [...begin, COMMANDS.fail_run],
  aborted: [...wait(), { ...COMMANDS.control, action: 'abort_run' }],
};

/** The state of a stage. */
export function stateOf(stage: Stage): ControlState {
  return SCRIPTS[stage].reduce((state, command) => {
    const decision = decide({ sessionId: SESSION, state, now: NOW }, command);
    if (decision.kind !== 'events') {
      throw new Error(`${stage} is not reached: ${command.type} led to ${outcomeOf(decision)}`);
    }
    return decision.log.state;
  }, INITIAL_CONTROL);
}

/** A decision on one line: the events, or the reason why there are none. */
export function outcomeOf(decision: Decision): string {
  switch (decision.kind) {
    case 'events':
      return decision.log.events.map(({ type }) => type).join(' ');
    case 'problem':
      return `! ${decision.problem.code}`;
    default:
      return `- ${decision.kind}`;
  }
}
