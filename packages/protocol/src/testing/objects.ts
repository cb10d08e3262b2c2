import type {
  AgentInfo,
  AuditEntry,
  CheckResult,
  InteractionView,
  Message,
  PermissionBlock,
  PermissionRule,
  Run,
  SessionSummary,
  SessionView,
  Step,
  ToolCall,
  ToolResult,
} from '../generated/types.ts';
import { testTime } from './clock.ts';
import { authorizationRequest } from './requests.ts';

/** A running root run. */
export function run(overrides: Partial<Run> = {}): Run {
  const id = overrides.id ?? 'run_1';
  return {
    id,
    session_id: 'ses_1',
    agent_id: 'assistant',
    user_id: 'ada',
    status: 'running',
    pending_interaction_ids: [],
    parent_run_id: null,
    root_run_id: id,
    response: null,
    error: null,
    last_seq: 1,
    created_at: testTime(),
    updated_at: testTime(),
    ...overrides,
  };
}

/** A call of `bash` with `npm run lint`. */
export function toolCall(overrides: Partial<ToolCall> = {}): ToolCall {
  return { id: 'call_1', name: 'bash', args: { command: 'npm run lint' }, ...overrides };
}

/** A step: the user's unless the role says otherwise. */
export function step(overrides: Partial<Step> = {}): Step {
  return {
    id: 'msg_1',
    sequence: 1,
    role: 'user',
    content: 'Is the project clean?',
    ...overrides,
  };
}

/** A message: the user's unless the role says otherwise. */
export function message(overrides: Partial<Message> = {}): Message {
  return {
    id: 'msg_1',
    run_id: 'run_1',
    role: 'user',
    content: 'Is the project clean?',
    created_at: testTime(),
    blocks: [],
    ...overrides,
  };
}

/** The block of `authorizationRequest()` in its assistant message. */
export function permissionBlock(overrides: Partial<PermissionBlock> = {}): PermissionBlock {
  return {
    action_type: 'tool_call_permission',
    tool_call_id: 'call_1',
    interaction_id: 'int_1',
    status: 'pending',
    ...overrides,
  };
}

/** The successful result of `toolCall()`. */
export function toolResult(overrides: Partial<ToolResult> = {}): ToolResult {
  return {
    tool_call_id: 'call_1',
    tool_name: 'bash',
    input_args: { command: 'npm run lint' },
    content: 'no problems',
    output: 'no problems',
    error: null,
    is_success: true,
    start_time: testTime(),
    end_time: testTime(1),
    duration: 1,
    ...overrides,
  };
}

/** A pending authorization as `GET /interactions/{id}` shows it. */
export function interactionView(overrides: Partial<InteractionView> = {}): InteractionView {
  const request = overrides.interaction_request ?? authorizationRequest();
  return {
    interaction_request: request,
    run_id: request.run_id,
    status: 'pending',
    ...overrides,
  };
}

/** A rule that allows `bash(npm run lint)` until it is revoked. */
export function permissionRule(overrides: Partial<PermissionRule> = {}): PermissionRule {
  return {
    id: 'rule_1',
    pattern: 'bash(npm run lint)',
    effect: 'allow',
    scope: 'always',
    created_at: testTime(),
    source: 'api',
    ...overrides,
  };
}

/** Response of `POST /permissions/{user_id}/check` for `toolCall()` if no rule matches. */
export function checkResult(overrides: Partial<CheckResult> = {}): CheckResult {
  return {
    decision: 'needs_auth',
    step: 'requires_consent',
    reason: 'Tool requires user consent',
    resource: 'bash(npm run lint)',
    suggested_patterns: ['bash(npm run lint)', 'bash(npm run:*)'],
    explanation: {},
    ...overrides,
  };
}

/** An idle session. */
export function sessionSummary(overrides: Partial<SessionSummary> = {}): SessionSummary {
  return {
    session_id: 'ses_1',
    user_id: 'ada',
    title: 'Is the project clean?',
    status: 'idle',
    pending_count: 0,
    updated_at: testTime(),
    ...overrides,
  };
}

/** An idle session, as `GET /sessions/{id}` returns it. */
export function sessionView(overrides: Partial<SessionView> = {}): SessionView {
  return { session_id: 'ses_1', status: 'idle', pending_permissions: [], ...overrides };
}

/** An agent with one tool. */
export function agentInfo(overrides: Partial<AgentInfo> = {}): AgentInfo {
  return {
    id: 'assistant',
    description: 'Looks after the project',
    tools: [
      {
        name: 'bash',
        description: 'Runs a command',
        parameters: {
          type: 'object',
          properties: { command: { type: 'string' } },
          required: ['command'],
        },
      },
    ],
    ...overrides,
  };
}

/** An entry of the audit trail: `authorizationRequest()` was asked. */
export function auditEntry(overrides: Partial<AuditEntry> = {}): AuditEntry {
  return {
    seq: 4,
    timestamp: testTime(),
    kind: 'approval_required',
    tool_call_id: 'call_1',
    interaction_id: 'int_1',
    ...overrides,
  };
}
