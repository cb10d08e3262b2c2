// Generated from the schemas by `pnpm protocol`; do not edit.
import {
  isAmount,
  isCount,
  isFlag,
  isKind,
  isList,
  isMaybe,
  isNullOr,
  isObject,
  isText,
  isTime,
  isWord,
  type Check,
  type Checks,
} from '../guard-kit.ts';

const isRunStartedExecutes: Check = (value) =>
  isObject(value) &&
  isText(value.run_id) &&
  isText(value.tool_call_id) &&
  isMaybe(value.interaction_id, isText) &&
  isText(value.args_digest);

const isStep: Check = (value) =>
  isObject(value) &&
  isText(value.id) &&
  isCount(value.sequence) &&
  isWord(value.role, ['user', 'assistant', 'tool']) &&
  isText(value.content) &&
  isMaybe(value.tool_calls, isList, isToolCall) &&
  isMaybe(value.tool_call_id, isText) &&
  isMaybe(value.name, isText) &&
  isMaybe(value.is_success, isFlag);

const isToolCall: Check = (value) =>
  isObject(value) && isText(value.id) && isText(value.name) && isObject(value.args);

const isInteractionRequest: Check = (value) =>
  isObject(value) &&
  isInteractionPart(value) &&
  isText(value.run_id) &&
  isText(value.session_id) &&
  isMaybe(value.message_id, isText) &&
  isText(value.tool_call_id) &&
  isText(value.tool_name) &&
  isObject(value.tool_args) &&
  isObject(value.metadata) &&
  isTime(value.created_at) &&
  isMaybe(value.expires_at, isTime) &&
  isText(value.root_run_id) &&
  isWord(value.purpose, ['authorization', 'question', 'recovery']) &&
  isMaybe(value.risk_level, isText) &&
  isMaybe(value.reason, isText) &&
  isMaybe(value.external, isExternalWords) &&
  isList(value.allowed_actions, isText) &&
  isList(value.agent_path, isText) &&
  isMaybe(value.paused, isFlag);

const isExternalWords: Check = (value) =>
  isObject(value) &&
  isMaybe(value.caller, isText) &&
  isMaybe(value.title, isText) &&
  isMaybe(value.description, isText) &&
  isMaybe(value.reason, isText) &&
  isMaybe(value.risk_level, isText) &&
  isMaybe(value.metadata, isObject);

const isSelectOption: Check = (value) =>
  isObject(value) &&
  isText(value.value) &&
  isText(value.label) &&
  isMaybe(value.description, isText);

const isInteractionPart: Check = (value) =>
  isObject(value) &&
  isText(value.id) &&
  isText(value.title) &&
  isMaybe(value.description, isText) &&
  isFlag(value.required) &&
  isKind(value.type, kindsOfInteractionPart, value);

const isRecordedDecision: Check = (value) =>
  isObject(value) && isText(value.action) && isMaybe(value.modified_args, isObject);

const isCallVerdict: Check = (value) =>
  isObject(value) && isText(value.decision) && isText(value.reason) && isText(value.tool_call_id);

const isBatchJudgedCall: Check = (value) =>
  isObject(value) && isText(value.tool_name) && isObject(value.tool_args);

const isToolResult: Check = (value) =>
  isObject(value) &&
  isText(value.tool_call_id) &&
  isText(value.content) &&
  isFlag(value.is_success);

const kindsOfInteractionPart: Checks = {
  input: (value) =>
    isMaybe(value.placeholder, isText) &&
    isFlag(value.multiline) &&
    isText(value.input_type) &&
    isFlag(value.sensitive) &&
    isMaybe(value.default_value, isText),
  select: (value) =>
    isList(value.options, isSelectOption) &&
    isFlag(value.multiple) &&
    isFlag(value.allow_other) &&
    isMaybe(value.default_values, isList, isText),
  confirm: (value) =>
    isMaybe(value.confirm_text, isText) &&
    isMaybe(value.cancel_text, isText) &&
    isMaybe(value.tool_schema, isObject),
  combined: (value) => isList(value.interactions, isInteractionPart),
};

/** Checks the envelope of an event. */
export const isFrame: Check = (value) =>
  isObject(value) &&
  isText(value.type) &&
  isText(value.run_id) &&
  isText(value.root_run_id) &&
  isText(value.session_id) &&
  isTime(value.timestamp) &&
  isMaybe(value.seq, isCount) &&
  isObject(value.data);

/** Checks the first event of the inbox stream. */
export const isInboxSnapshot: Check = (value) =>
  isObject(value) &&
  isList(value.interactions, isInteractionRequest) &&
  isMaybe(value.pending_ids, isList, isText);

/** Checks of the `data` of each stored event. */
export const STORED: Checks = {
  run_started: (value) =>
    isText(value.agent_id) &&
    isNullOr(value.user_id, isText) &&
    isText(value.input) &&
    isNullOr(value.parent_run_id, isText) &&
    isNullOr(value.parent_tool_call_id, isText) &&
    isMaybe(value.on_denied, isText) &&
    isMaybe(value.executes, isRunStartedExecutes),
  run_claimed: () => true,
  step_completed: (value) => isStep(value.step),
  interaction_request: (value) => isInteractionRequest(value.interaction_request),
  tool_auth_required: () => true,
  execution_suspended: (value) => isList(value.interaction_request_ids, isText),
  execution_resumed: () => true,
  interaction_response: (value) =>
    isText(value.interaction_id) &&
    isText(value.tool_call_id) &&
    isObject(value.response) &&
    isMaybe(value.decision, isRecordedDecision),
  interaction_resolved: (value) =>
    isText(value.interaction_id) &&
    isText(value.tool_call_id) &&
    isWord(value.outcome, ['answered', 'expired', 'cancelled', 'superseded']) &&
    isMaybe(value.resolved_by, isText),
  permission_updated: (value) =>
    isText(value.message_id) &&
    isText(value.tool_call_id) &&
    isText(value.interaction_id) &&
    isWord(value.status, ['granted', 'denied']),
  rules_saved: (value) => isText(value.interaction_id),
  tool_auth_denied: () => true,
  tool_paused: (value) => isText(value.tool_call_id) && isText(value.interaction_id),
  tool_resumed: (value) =>
    isText(value.tool_call_id) && isText(value.interaction_id) && isMaybe(value.expires_at, isTime),
  batch_judged: (value) =>
    isText(value.message_id) &&
    isList(value.verdicts, isCallVerdict) &&
    isMaybe(value.call, isBatchJudgedCall),
  tool_started: (value) =>
    isText(value.tool_call_id) &&
    isObject(value.args) &&
    isCount(value.attempt) &&
    isMaybe(value.holder, isText) &&
    isMaybe(value.lease_until, isTime),
  tool_completed: (value) => isToolResult(value.result),
  tool_outcome_unknown: (value) => isText(value.tool_call_id),
  run_paused: () => true,
  run_resumed: () => true,
  run_completed: (value) => isText(value.response),
  run_failed: (value) => isText(value.error),
  run_aborted: (value) => isMaybe(value.reason, isText),
  error: (value) => isText(value.error),
};

/** Checks of the `data` of each event that is not stored. */
export const UNSTORED: Checks = {
  step_delta: (value) => isText(value.message_id) && isCount(value.offset) && isText(value.text),
  tool_progress: (value) =>
    isText(value.tool_call_id) &&
    isMaybe(value.progress, isAmount) &&
    isMaybe(value.total, isAmount) &&
    isMaybe(value.text, isText),
};
