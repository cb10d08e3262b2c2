/**
 * A check of what a stream delivers, without zod and without `eval`: small and fast enough to look
 * at every frame in a browser.
 *
 * What it promises about an accepted frame, so that the folds and the cards can read it:
 * - the envelope is there;
 * - every member below has its type: texts are texts, lists are lists, objects are objects, counts
 *   are whole and not negative, times can be read, and nothing that must be there is missing;
 * - `type`, `purpose`, `role`, `outcome` and `status` hold one of their words.
 *
 * It does not look at members that no fold and no card reads, nor at the form of ids, digests and
 * rules. Whatever the schemas accept as it stands, it accepts. A test holds it to the schemas.
 *
 * @module
 */
import type { InboxSnapshot } from './http/interactions.ts';
import type { EventType, RunEvent, StepDelta, UnknownEvent } from './run/event.ts';

/** What a frame turned out to be. */
export type Frame =
  | { readonly kind: 'event'; readonly event: RunEvent }
  | { readonly kind: 'delta'; readonly delta: StepDelta }
  /** Of a newer server: its envelope is checked, its data are not. Pass it on unread. */
  | { readonly kind: 'unknown'; readonly event: UnknownEvent }
  /** `path` is the first thing that is wrong, dotted; empty for the whole. */
  | { readonly kind: 'invalid'; readonly path: string };

const ENVELOPE = 'string type run_id root_run_id session_id; time timestamp';
const PART =
  'string id title; input/select/confirm/combined type; string? description; boolean required';
const GATE = 'string interaction_id tool_call_id';

/**
 * The shapes: a type and the members that have it, group after group. A type is what `typeof` says,
 * `time`, words with slashes, or a shape; `[]` makes a list, `?` lets the member be absent, `|` lets
 * it be `null`. Numbers are whole and not negative.
 */
const SHAPES: Readonly<Record<string, string>> = {
  object: '',
  part: PART,
  request: `${PART}; string run_id root_run_id session_id tool_call_id tool_name; string? message_id args_digest risk_level reason; object tool_args metadata; time created_at; time? expires_at; authorization/question/recovery purpose; object? batch; string[] allowed_actions agent_path; boolean? paused`,
  input: 'string input_type; string? placeholder default_value; boolean multiline sensitive',
  select: 'option[] options; boolean multiple allow_other; string[]? default_values',
  option: 'string value label; string? description',
  confirm: 'string? confirm_text cancel_text; object? tool_schema',
  combined: 'part[] interactions',
  response: 'string? text; string[]? selected_values',
  decision: 'string action; object? modified_args; string? note; object[]? rules',
  step: 'string id content; user/assistant/tool role; number sequence; call[]? tool_calls; string? tool_call_id name; boolean? is_success',
  call: 'string id name; object args',
  verdict: 'string tool_call_id decision reason',
  result: 'string tool_call_id content; boolean is_success',
};

/** What the `data` of each event hold. */
const DATA: Readonly<Record<string, string>> = {
  step_delta: 'string message_id text; number offset',
  run_started: 'string agent_id input; string| user_id parent_run_id parent_tool_call_id',
  run_claimed: 'string owner; number attempt',
  step_completed: 'step step',
  interaction_request: 'request interaction_request',
  tool_auth_required: '',
  execution_suspended: 'string[] interaction_request_ids',
  execution_resumed: '',
  interaction_response: `${GATE}; response response; decision? decision`,
  interaction_resolved: `${GATE}; answered/expired/cancelled/superseded outcome; string? resolved_by`,
  permission_updated: `${GATE} message_id; granted/denied status`,
  rules_saved: 'string interaction_id',
  tool_auth_denied: '',
  tool_paused: GATE,
  tool_resumed: `${GATE}; time? expires_at`,
  batch_judged: 'string message_id; verdict[] verdicts',
  tool_started: 'string tool_call_id; object args; number attempt',
  tool_completed: 'result result',
  tool_outcome_unknown: 'string tool_call_id',
  run_paused: '',
  run_resumed: '',
  run_completed: 'string response',
  run_failed: 'string error',
  run_aborted: 'string? reason',
  error: 'string error',
} satisfies Record<EventType | 'step_delta', string>;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The path of the first member that is wrong, in dots (`.data.step.id.`); empty when none is. */
function findWrong(value: unknown, shape: string, path: string): string {
  if (!isObject(value)) return path;
  for (const group of shape.split('; ')) {
    const [type = '', ...names] = group.split(' ');
    for (const name of names) {
      const wrong = check(value[name], type, `${path}${name}.`);
      if (wrong) return wrong;
    }
  }
  // The words of `type` name shapes.
  return shape.startsWith(PART) ? check(value, value['type'] as string, path) : '';
}

function check(value: unknown, type: string, path: string): string {
  const [name = '', mark] = type.split(/\b(?=\W+$)/);
  if (mark?.at(-1) === '?' ? value === undefined : mark === '|' && value === null) return '';
  if (mark?.[0] === '[') {
    if (!Array.isArray(value)) return path;
    return value.map((item, at) => check(item, name, `${path}${at}.`)).find(Boolean) ?? '';
  }
  const shape = SHAPES[name] ?? DATA[name];
  if (shape !== undefined) return findWrong(value, shape, path);
  const isRight =
    name === 'number'
      ? Number.isInteger(value) && (value as number) >= 0
      : name === 'time'
        ? typeof value === 'string' && !Number.isNaN(Date.parse(value))
        : typeof value === name || name.split('/').includes(value as string);
  return isRight ? '' : path;
}

function firstWrong(value: unknown, shape: string): string {
  try {
    return findWrong(value, shape, '.');
  } catch {
    // Parts nested deeper than the stack holds.
    return '.';
  }
}

/** Tells what one frame of a stream is: the parsed `data` of an SSE event. Never throws. */
export function readFrame(value: unknown): Frame {
  const type = (value as Partial<Record<string, unknown>> | null | undefined)?.['type'];
  const known = typeof type === 'string' && Object.hasOwn(DATA, type) && type;
  const isDelta = type === 'step_delta';
  const seq = known && !isDelta ? 'number' : 'number?';
  const wrong = firstWrong(value, `${ENVELOPE}; ${seq} seq; ${known || 'object'} data`);
  if (wrong) return { kind: 'invalid', path: wrong.slice(1, -1) };
  if (isDelta) return { kind: 'delta', delta: value as StepDelta };
  return known
    ? { kind: 'event', event: value as RunEvent }
    : { kind: 'unknown', event: value as UnknownEvent };
}

/** Whether a value is what the inbox stream begins with (`event: snapshot`). Never throws. */
export function isSnapshot(value: unknown): value is InboxSnapshot {
  return !firstWrong(value, 'request[] interactions');
}
