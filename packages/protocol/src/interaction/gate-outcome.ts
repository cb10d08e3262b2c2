import type {
  GateOutcome,
  InteractionRequest,
  InteractionResponse,
  InteractionView,
} from '../generated/types.ts';
import { canonicalJson } from '../json.ts';
import { actionOf } from './action.ts';

/** The next step of an external agent loop for a call or question that it asked about. */
export type GateStep =
  /** A person has not decided yet: wait for this interaction, then ask again. */
  | { readonly kind: 'wait'; readonly interaction_id: string }
  /** Run the call, with these arguments. */
  | {
      readonly kind: 'run';
      readonly args: Readonly<Record<string, unknown>>;
      /** Prefix of the result for the model, if a person edited the arguments. */
      readonly notice?: string;
    }
  /** Do not run it: this is its result for the model. */
  | { readonly kind: 'tell'; readonly content: string; readonly is_success: boolean };

const EDITED_NOTICE = '[Arguments edited by the user before running]';

/**
 * The next step of the loop for a call with these arguments. Anything unknown counts as a denial.
 */
export function gateStep(
  outcome: GateOutcome | InteractionView,
  args: Readonly<Record<string, unknown>>,
): GateStep {
  const { interaction_request: request } = outcome;
  const decision = 'decision' in outcome ? outcome.decision : decisionOf(outcome);
  const reason =
    'reason' in outcome && typeof outcome.reason === 'string' ? outcome.reason : undefined;
  if (decision === 'allowed') return { kind: 'run', args };
  if (decision === 'pending' && request !== undefined) {
    return { kind: 'wait', interaction_id: request.id };
  }
  if (decision === 'answered' && request !== undefined && outcome.response !== undefined) {
    return request.purpose === 'question'
      ? toQuestion(request, outcome.response)
      : toCall(request, outcome.response, args);
  }
  const status = 'status' in outcome ? outcome.status : undefined;
  if (request?.purpose === 'question') return failed(reason ?? unanswered(status));
  return denied(reason ?? undecided(status));
}

/** State of a settled interaction for a loop: `answered` by a person, or denied. */
export function decisionOf({ status }: Pick<InteractionView, 'status'>): GateOutcome['decision'] {
  return status === 'pending' || status === 'answered' ? status : 'denied';
}

/** Reason why no person decided about a call. */
export function undecided(status: string | undefined): string {
  switch (status) {
    case 'expired':
      return 'User consent request timed out';
    case 'cancelled':
      return 'Run aborted';
    case 'superseded':
      return 'superseded by a new message';
    default:
      return 'It was not allowed';
  }
}

function unanswered(status: string | undefined): string {
  return status === 'expired' ? 'User did not answer in time' : 'The question was cancelled';
}

function toCall(
  request: InteractionRequest,
  response: InteractionResponse,
  args: Readonly<Record<string, unknown>>,
): GateStep {
  switch (actionOf(request, response)) {
    case 'approve':
      return { kind: 'run', args };
    case 'modify_args':
      return { kind: 'run', args: response.modified_args ?? args, notice: EDITED_NOTICE };
    case 'answer':
      return { kind: 'tell', content: response.text ?? '', is_success: true };
    default: {
      const note = response.note === undefined ? '' : `: ${response.note}`;
      return denied(`User denied consent${note}`);
    }
  }
}

function toQuestion(request: InteractionRequest, response: InteractionResponse): GateStep {
  if (actionOf(request, response) === 'deny') return failed('User declined to answer');
  return { kind: 'tell', content: answerContent(response), is_success: true };
}

/** An answer as text for the model: a text unchanged, everything else as canonical JSON. */
export function answerContent(answer: InteractionResponse): string {
  const { text, selected_values, other, confirmed, responses } = answer;
  switch (answer.type) {
    case 'input':
      return text ?? '';
    case 'select':
      return canonicalJson({ selected_values: selected_values ?? [], other });
    case 'confirm':
      return canonicalJson({ confirmed: confirmed ?? false });
    case 'combined':
      return canonicalJson({ responses: responses ?? [] });
  }
}

/**
 * Text for the agent about a denied call. A reason that already ends with a full stop gets no
 * second one.
 */
export function deniedContent(reason: string): string {
  const stop = /[.!?…。！？]$/u.test(reason) ? '' : '.';
  return `Tool execution denied: ${reason}${stop} Please ask the user for permission or use a different approach.`;
}

function denied(reason: string): GateStep {
  return { kind: 'tell', content: deniedContent(reason), is_success: false };
}

function failed(content: string): GateStep {
  return { kind: 'tell', content, is_success: false };
}
