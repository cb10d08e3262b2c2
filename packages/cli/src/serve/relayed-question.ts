import type {
  ApprovalAction,
  CreateInteractionInput,
  InteractionPart,
  InteractionRequest,
  InteractionResponse,
  PartResponse,
} from '@hitl/protocol';
import type { Answer, Step } from '../questions/steps.ts';
import { partAt } from '../questions/part-at.ts';

/** What a web inbox shows of a mailbox, and which actions its words can carry. */
export interface RelayedQuestion {
  readonly input: CreateInteractionInput;
  readonly allowedActions: readonly ApprovalAction[];
}

/** Ids of the two parts that ask what became of a call. */
const WHAT = 'what';
const RESULT = 'result';

/**
 * A request of a run in a directory, as the server asks it: whole, but for what only the run itself
 * could do, such as to keep a rule. `attempt` counts how often it was asked: a question that was
 * taken back may come again.
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

/** The part's own fields. A text that has to be yes or no is asked as what it is. */
function partOf(part: InteractionPart): InteractionPart {
  const { id, title, description, required } = part;
  const base = { id, title, required, ...(description !== undefined && { description }) };
  switch (part.type) {
    case 'confirm': {
      const { type, confirm_text, cancel_text } = part;
      return {
        ...base,
        type,
        ...(confirm_text !== undefined && { confirm_text }),
        ...(cancel_text !== undefined && { cancel_text }),
      };
    }
    case 'combined':
      return { ...base, type: 'combined', interactions: part.interactions.map(partOf) };
    case 'select': {
      const { type, options, multiple, min_selected, max_selected, allow_other } = part;
      return {
        ...base,
        type,
        options,
        multiple,
        allow_other,
        ...(min_selected !== undefined && { min_selected }),
        ...(max_selected !== undefined && { max_selected }),
        ...(part.default_values !== undefined && { default_values: part.default_values }),
      };
    }
    case 'input': {
      if (part.input_type === 'confirmation') return { ...base, type: 'confirm' };
      const { type, input_type, multiline, sensitive, placeholder, default_value } = part;
      return {
        ...base,
        type,
        input_type,
        multiline,
        sensitive,
        ...(placeholder !== undefined && { placeholder }),
        ...(default_value !== undefined && { default_value }),
        ...(part.min_length !== undefined && { min_length: part.min_length }),
        ...(part.max_length !== undefined && { max_length: part.max_length }),
      };
    }
  }
}

/** What became of a call, with room for its result. */
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

/** What an answer of the web inbox says to one step; `null`: nothing. */
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
  if (confirmed !== undefined && partAt(request, step.path).type === 'input') {
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
