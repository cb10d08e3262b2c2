import {
  QUESTION_MEMBERS,
  type ApprovalAction,
  type CreateInteractionInput,
  type InteractionPart,
  type InteractionRequest,
  type InteractionResponse,
  type PartResponse,
} from '@hitl/protocol';
import type { Answer, Step } from '../questions/steps.ts';

/** A request of a mailbox for the web inbox, with the actions that a mailbox supports. */
export interface RelayedQuestion {
  readonly input: CreateInteractionInput;
  readonly allowedActions: readonly ApprovalAction[];
}

/** Ids of the two parts of a question about the outcome of a call. */
const WHAT = 'what';
const RESULT = 'result';

/**
 * A request of a run in a directory as the server asks it: complete, except for what only the run
 * itself can do, such as saving a rule. `attempt`: how often it was asked, since a withdrawn
 * question may be asked again.
 */
export function relayedQuestion(
  request: InteractionRequest,
  directory: string,
  attempt: number,
): RelayedQuestion {
  const { id, session_id, tool_name, tool_args, user_id, tool_call_id, risk_level, reason } =
    request;
  const {
    suggested_patterns: _patterns,
    suggested_offers: _offers,
    rememberable: _rememberable,
    ask_key: _key,
    ...facts
  } = request.metadata;
  const call = {
    session_id,
    tool_call_id: attempt === 1 ? id : `${id}#${attempt}`,
    tool_name,
    tool_args,
    ...(user_id !== undefined && { user_id }),
    metadata: { ...facts, mailbox: { directory, interaction_id: id, tool_call_id } },
  };
  if (request.purpose === 'authorization') {
    const why = { ...(risk_level !== undefined && { risk_level }), ...(reason && { reason }) };
    return { input: { ...call, ...why }, allowedActions: ['approve', 'deny'] };
  }
  const own = request.purpose === 'recovery' ? recovery(request) : partOf(request);
  return { input: { ...call, ...own }, allowedActions: [] };
}

/** The part's own fields. A text input that only accepts yes or no becomes a confirmation. */
function partOf(part: InteractionPart): InteractionPart {
  const isYesOrNo = part.type === 'input' && part.input_type === 'confirmation';
  const type = isYesOrNo ? 'confirm' : part.type;
  const own = Object.entries(part).filter(([name]) => Object.hasOwn(QUESTION_MEMBERS[type], name));
  const asked = { ...Object.fromEntries(own), type } as InteractionPart;
  return asked.type === 'combined'
    ? { ...asked, interactions: asked.interactions.map(partOf) }
    : asked;
}

/** A question about the outcome of a call, with a field for its result. */
function recovery(request: InteractionRequest): InteractionPart {
  const { id, title, description } = request;
  return {
    id,
    title,
    type: 'combined',
    required: true,
    ...(description !== undefined && { description }),
    interactions: [
      {
        id: WHAT,
        title,
        type: 'select',
        required: true,
        options: request.type === 'select' ? request.options : [],
        multiple: false,
        allow_other: false,
      },
      {
        id: RESULT,
        title: 'Its result, or why it failed',
        type: 'input',
        required: false,
        input_type: 'text',
        multiline: true,
        sensitive: false,
      },
    ],
  };
}

/** The answer to one step in a response of the web inbox; `null` if there is none. */
export function answerToStep(
  request: InteractionRequest,
  step: Step,
  response: InteractionResponse,
): Answer | null {
  if (request.purpose === 'authorization') {
    return { confirmed: response.action === 'approve' || response.confirmed === true };
  }
  if (request.purpose === 'recovery') {
    const what = partIn(response, WHAT)?.selected_values ?? [];
    const text = partIn(response, RESULT)?.text ?? '';
    const told = what[0] !== 'retry' && text !== '';
    return { selected_values: what, ...(told && { text }) };
  }
  const own = step.path.reduce<PartResponse | undefined>(partIn, response);
  if (own === undefined) return null;
  const { text, selected_values, other, confirmed } = own;
  if (confirmed !== undefined && step.part.type === 'input') {
    return { text: confirmed ? 'yes' : 'no' };
  }
  return {
    ...(text !== undefined && { text }),
    ...(selected_values !== undefined && { selected_values }),
    ...(other !== undefined && { other }),
    ...(confirmed !== undefined && { confirmed }),
  };
}

function partIn(response: PartResponse | undefined, id: string): PartResponse | undefined {
  return response?.responses?.find(({ request_id }) => request_id === id);
}
