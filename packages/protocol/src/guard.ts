/**
 * A check of what a stream delivers, without zod and without `eval`: small and fast enough to look
 * at every frame in a browser.
 *
 * What it promises about an accepted frame, so that the folds and the cards can read it:
 * - the envelope is there;
 * - every member below has its type: texts are texts, lists are lists, objects are objects, counts
 *   are whole and not negative, times look like RFC 3339, and what must be there is there;
 * - `type`, `purpose`, `role`, `outcome` and `status` hold one of their words.
 *
 * It does not look at other members, which nothing stumbles over, nor at the form of ids, digests
 * and rules. Whatever the schemas accept as it stands, it accepts. A test holds it to the schemas.
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

const TIME = /^[\d-]{10}T[\d:.]+(Z|[+-][\d:]{5})$/;
const FRAME = 'string type run_id root_run_id session_id; time timestamp';
const PART =
  'string id title; input/select/confirm/combined type; string? description; boolean required; * ';
const GATE = 'string interaction_id tool_call_id';

type Loose = Readonly<Record<string, unknown>>;

/** What the `data` of each event hold. */
const DATA: Readonly<Record<string, string>> = {
  step_delta: 'string message_id text; number offset',
  run_started:
    'string agent_id input; string| user_id parent_run_id parent_tool_call_id; string? on_denied',
  run_claimed: '',
  step_completed: 'step step',
  interaction_request: 'request interaction_request',
  tool_auth_required: '',
  execution_suspended: 'string[] interaction_request_ids',
  execution_resumed: '',
  interaction_response: `${GATE}; object response; decision? decision`,
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

/**
 * The shapes: a type and the members that have it, group after group. A type is what `typeof` says,
 * `time`, words with slashes, or a shape; `[]` makes a list, `?` lets the member be absent, `|` lets
 * it be `null`. Numbers are whole and not negative. `*` is the shape that the member `type` names:
 * of another member, or, without a name, of the object itself.
 */
const SHAPES: Readonly<Record<string, string>> = {
  ...DATA,
  object: '',
  event: `${FRAME}; number seq; * data`,
  delta: `${FRAME}; * data`,
  unknown: `${FRAME}; number? seq; object data`,
  snapshot: 'request[] interactions; string[]? pending_ids',
  part: PART,
  request: `${PART}; string run_id root_run_id session_id tool_call_id tool_name; string? message_id risk_level reason; object tool_args metadata; time created_at; time? expires_at; authorization/question/recovery purpose; string[] allowed_actions agent_path; boolean? paused; external? external`,
  external: 'string? caller title description risk_level reason; object? metadata',
  input: 'string input_type; string? placeholder default_value; boolean multiline sensitive',
  select: 'option[] options; boolean multiple allow_other; string[]? default_values',
  option: 'string value label; string? description',
  confirm: 'string? confirm_text cancel_text; object? tool_schema',
  combined: 'part[] interactions',
  decision: 'string action; object? modified_args',
  step: 'string id content; user/assistant/tool role; number sequence; call[]? tool_calls; string? tool_call_id name; boolean? is_success',
  call: 'string id name; object args',
  verdict: 'string tool_call_id decision reason',
  result: 'string tool_call_id content; boolean is_success',
};

/** The path of the first thing that is wrong, in dots (`.data.step.id.`); empty when none is. */
type Check = (value: unknown) => string;

/**
 * By type, mark included; each made when it is first needed, since parts hold parts. A stream is as
 * fast as this: to read the table for every member of every frame costs three times as much.
 */
const CHECKS: Record<string, Check> = {
  string: (value) => (typeof value === 'string' ? '' : '.'),
  boolean: (value) => (typeof value === 'boolean' ? '' : '.'),
  number: (value) => (Number.isInteger(value) && (value as number) >= 0 ? '' : '.'),
  time: (value) => (TIME.test(value as string) ? '' : '.'),
};

const checkOf = (type: string): Check => (CHECKS[type] ??= newCheck(type));

function newCheck(type: string): Check {
  const groups = SHAPES[type]?.split('; ');
  if (groups) {
    const members = groups.flatMap((group) => {
      const [kind = '', ...names] = group.split(' ');
      const check = kind !== '*' && checkOf(kind);
      return names.map((name) => ({ name, check }));
    });
    return (value: unknown) => {
      if (value !== Object(value) || Array.isArray(value)) return '.';
      for (const { name, check } of members) {
        const wrong = (check || checkOf((value as Loose)['type'] as string))(
          name ? (value as Loose)[name] : value,
        );
        if (wrong) return name ? `.${name}${wrong}` : wrong;
      }
      return '';
    };
  }
  const mark = type.at(-1);
  if (mark === ']') {
    const check = checkOf(type.slice(0, -2));
    return (value) => {
      if (!Array.isArray(value)) return '.';
      for (const [at, item] of value.entries()) {
        const wrong = check(item);
        if (wrong) return `.${at}${wrong}`;
      }
      return '';
    };
  }
  if (mark === '?' || mark === '|') {
    const check = checkOf(type.slice(0, -1));
    return (value) => (value === (mark === '|' ? null : undefined) ? '' : check(value));
  }
  const words = type.split('/');
  return (value) => (words.includes(value as string) ? '' : '.');
}

/** Tells what one frame of a stream is: the parsed `data` of an SSE event. Never throws. */
export function readFrame(value: unknown): Frame {
  const { type } = Object(value) as { type?: unknown };
  const isKnown = typeof type === 'string' && Object.hasOwn(DATA, type);
  const kind = type === 'step_delta' ? 'delta' : isKnown ? 'event' : 'unknown';
  const wrong = firstWrong(value, kind);
  if (wrong) return { kind: 'invalid', path: wrong.slice(1, -1) };
  return (kind === 'delta' ? { kind, delta: value } : { kind, event: value }) as Frame;
}

/** Whether a value is what the inbox stream begins with (`event: snapshot`). Never throws. */
export function isSnapshot(value: unknown): value is InboxSnapshot {
  return !firstWrong(value, 'snapshot');
}

function firstWrong(value: unknown, shape: string): string {
  try {
    return checkOf(shape)(value);
  } catch {
    // Parts nested deeper than the stack holds.
    return '.';
  }
}
