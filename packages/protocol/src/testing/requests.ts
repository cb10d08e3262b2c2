import type {
  ApprovalAction,
  CombinedRequest,
  ConfirmRequest,
  InputRequest,
  InteractionPart,
  RequestBase,
  SelectRequest,
} from '../generated/types.ts';
import { canonicalJson, type ToolArgs } from '../json.ts';
import { testTime } from './clock.ts';

const QUESTION_ACTIONS: readonly ApprovalAction[] = ['deny', 'pause', 'resume', 'abort_run'];
const AUTHORIZATION_ACTIONS: readonly ApprovalAction[] = [
  'approve',
  'deny',
  'modify_args',
  'pause',
  'resume',
  'abort_run',
  'answer',
];

/** SHA-256 of `{"args":{"command":"npm run lint"},"tool":"bash"}`. */
const LINT_DIGEST = '8323e38000a8fc15e0114c1f62ccd9d81a917e68ecb4ed66a838474f9be8dfaa';

type PartOf<T extends InteractionPart['type']> = Extract<InteractionPart, { type: T }>;

/** A text part of a combined request. */
export function inputPart(overrides: Partial<PartOf<'input'>> = {}): PartOf<'input'> {
  return {
    id: 'part_input',
    type: 'input',
    title: 'What is the release called?',
    required: true,
    multiline: false,
    input_type: 'text',
    sensitive: false,
    ...overrides,
  };
}

/** A choice inside a combined request. */
export function selectPart(overrides: Partial<PartOf<'select'>> = {}): PartOf<'select'> {
  return {
    id: 'part_select',
    type: 'select',
    title: 'Which environment?',
    required: true,
    options: [
      { value: 'staging', label: 'Staging', description: 'Only we see it' },
      { value: 'production', label: 'Production' },
    ],
    multiple: false,
    allow_other: false,
    ...overrides,
  };
}

/** A yes or no inside a combined request. */
export function confirmPart(overrides: Partial<PartOf<'confirm'>> = {}): PartOf<'confirm'> {
  return {
    id: 'part_confirm',
    type: 'confirm',
    title: 'Tell the customers?',
    required: true,
    ...overrides,
  };
}

/** Parts inside a part of a combined request. */
export function combinedPart(overrides: Partial<PartOf<'combined'>> = {}): PartOf<'combined'> {
  return {
    id: 'part_combined',
    type: 'combined',
    title: 'Details',
    required: true,
    interactions: [inputPart()],
    ...overrides,
  };
}

/** A question for text. */
export function inputRequest(overrides: Partial<InputRequest> = {}): InputRequest {
  return {
    ...question(),
    ...inputPart({ id: 'int_1', title: 'What is the project called?' }),
    ...nested(overrides),
    ...overrides,
  };
}

/** A question for a choice between staging and production. */
export function selectRequest(overrides: Partial<SelectRequest> = {}): SelectRequest {
  return {
    ...question(),
    ...selectPart({ id: 'int_1' }),
    ...nested(overrides),
    ...overrides,
  };
}

/** A question for a yes or no. */
export function confirmRequest(overrides: Partial<ConfirmRequest> = {}): ConfirmRequest {
  return {
    ...question(),
    ...confirmPart({ id: 'int_1', title: 'Shall I go on?' }),
    ...nested(overrides),
    ...overrides,
  };
}

/** A question with a text, a choice and a yes or no. */
export function combinedRequest(overrides: Partial<CombinedRequest> = {}): CombinedRequest {
  return {
    ...question(),
    ...combinedPart({ id: 'int_1', title: 'Before the release' }),
    interactions: [inputPart(), selectPart(), confirmPart()],
    ...nested(overrides),
    ...overrides,
  };
}

/**
 * An authorization of `bash(npm run lint)`, due in 5 minutes. Members derived from tool and
 * arguments (`description`, `metadata.resource`, `args_preview`, `suggested_patterns`) follow
 * overridden ones; `metadata` is merged. `args_digest` is set for the default call only.
 */
export function authorizationRequest(overrides: Partial<ConfirmRequest> = {}): ConfirmRequest {
  const tool = overrides.tool_name ?? 'bash';
  const args = overrides.tool_args ?? { command: 'npm run lint' };
  const isLint = tool === 'bash' && canonicalJson(args) === '{"command":"npm run lint"}';
  const preview = previewOf(args);
  const resource = `${tool}(${preview.replaceAll(/[\\*]/g, '\\$&')})`;
  return {
    ...place(),
    type: 'confirm',
    title: 'Authorization Required',
    description: `Do you want to allow: Execute ${tool} on ${resource}?`,
    required: true,
    tool_name: tool,
    tool_args: args,
    purpose: 'authorization',
    reason: 'Tool requires user consent',
    risk_level: 'high',
    allowed_actions: [...AUTHORIZATION_ACTIONS],
    expires_at: testTime(300),
    batch: { index: 0, size: 1 },
    ...(isLint && { args_digest: LINT_DIGEST, tool_schema: commandSchema() }),
    ...nested(overrides),
    ...overrides,
    metadata: {
      resource,
      args_preview: preview,
      suggested_patterns: isLint ? [resource, 'bash(npm run:*)'] : [resource],
      permission_type: 'command',
      rememberable: true,
      ...(isLint && { command: preview, command_signature: 'npm run' }),
      ...overrides.metadata,
    },
  };
}

/** Asks about a call whose outcome is unknown. */
export function recoveryRequest(overrides: Partial<SelectRequest> = {}): SelectRequest {
  return {
    ...question(),
    tool_name: 'deploy',
    tool_args: { env: 'staging' },
    ...selectPart({
      id: 'int_1',
      title: 'deploy was started, and nobody knows whether it finished',
      options: [
        { value: 'retry', label: 'Run it again' },
        { value: 'mark_done', label: 'It is done' },
        { value: 'mark_failed', label: 'It has failed' },
      ],
    }),
    purpose: 'recovery',
    allowed_actions: ['abort_run'],
    ...nested(overrides),
    ...overrides,
  };
}

function place(): Omit<RequestBase, 'title' | 'required' | 'allowed_actions' | 'purpose'> {
  return {
    id: 'int_1',
    run_id: 'run_1',
    root_run_id: 'run_1',
    session_id: 'ses_1',
    message_id: 'msg_1',
    tool_call_id: 'call_1',
    tool_name: 'ask_human',
    tool_args: {},
    user_id: 'ada',
    metadata: {},
    created_at: testTime(),
    agent_path: ['assistant'],
  };
}

function question(): Omit<RequestBase, 'title' | 'required'> {
  return { ...place(), purpose: 'question', allowed_actions: [...QUESTION_ACTIONS] };
}

/** A request of another run is its own root's, unless the overrides name the root. */
function nested(overrides: Partial<RequestBase>): { root_run_id?: string } {
  return overrides.run_id === undefined ? {} : { root_run_id: overrides.run_id };
}

function previewOf(args: ToolArgs): string {
  const { command, path } = args;
  if (typeof command === 'string') return command;
  return typeof path === 'string' ? path : canonicalJson(args);
}

function commandSchema(): Record<string, unknown> {
  return { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] };
}
