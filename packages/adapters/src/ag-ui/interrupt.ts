import type {
  InteractionPart,
  InteractionRequest,
  InteractionResponse,
  PartResponse,
} from '@hitl/protocol';
import { sameJson } from '@hitl/protocol/fold';
import { AdapterError } from '../base/adapter-error.ts';
import { isRecord } from '../base/is-record.ts';
import { REQUEST } from './payload.ts';
import type { AgUiInterrupt, AgUiResumeEntry } from './wire.ts';

type Schema = Readonly<Record<string, unknown>>;

/**
 * Converts a request to an interrupt of AG-UI. Its `responseSchema` describes the payload of the answer; the
 * request itself is in `metadata['hitl.interaction_request']`.
 */
export function interruptOf(request: InteractionRequest): AgUiInterrupt {
  return {
    id: request.id,
    reason: reasonOf(request),
    message: messageOf(request),
    toolCallId: request.tool_call_id,
    responseSchema: schemaOf(request),
    ...(request.expires_at !== undefined && { expiresAt: request.expires_at }),
    metadata: { [REQUEST]: request },
  };
}

function reasonOf({ purpose, type }: InteractionRequest): string {
  if (purpose === 'authorization') return 'tool_call';
  if (purpose === 'recovery') return 'hitl:recovery';
  return type === 'confirm' ? 'confirmation' : 'input_required';
}

function messageOf({ title, description, purpose }: InteractionRequest): string {
  if (description === undefined || description === '') return title;
  return purpose === 'authorization' ? description : `${title}\n\n${description}`;
}

const TEXT: Schema = { type: 'string' };

function objectOf(properties: Schema, required: readonly string[]): Schema {
  return { type: 'object', properties, required, additionalProperties: false };
}

function schemaOf(request: InteractionRequest): Schema {
  if (request.purpose !== 'authorization') return questionSchema(request);
  const { allowed_actions: actions, tool_schema: toolSchema } =
    request.type === 'confirm' ? request : { ...request, tool_schema: undefined };
  return objectOf(
    {
      approved: { type: 'boolean' },
      reason: { ...TEXT, description: 'Passed to the model with a denial.' },
      ...(actions.includes('modify_args') && {
        editedArgs: {
          ...(toolSchema ?? { type: 'object' }),
          description: 'All arguments, in place of the proposed ones.',
        },
      }),
      ...(request.metadata['rememberable'] !== false && {
        remember: objectOf(
          {
            scope: { enum: ['once', 'session', 'always'] },
            patterns: { type: 'array', items: TEXT },
          },
          ['scope'],
        ),
      }),
    },
    ['approved'],
  );
}

function questionSchema(part: InteractionPart | InteractionRequest): Schema {
  const required = part.required ? [memberOf(part)] : [];
  switch (part.type) {
    case 'input':
      return objectOf(
        {
          text: {
            ...TEXT,
            title: part.title,
            ...(part.sensitive && { format: 'password' }),
            ...(part.min_length !== undefined && { minLength: part.min_length }),
            ...(part.max_length !== undefined && { maxLength: part.max_length }),
          },
        },
        required,
      );
    case 'select':
      return objectOf(
        {
          selected_values: {
            type: 'array',
            title: part.title,
            items: {
              oneOf: part.options.map(({ value, label }) => ({ const: value, title: label })),
            },
            minItems: part.allow_other ? 0 : (part.min_selected ?? (part.required ? 1 : 0)),
            maxItems: part.multiple ? (part.max_selected ?? part.options.length) : 1,
          },
          ...(part.allow_other && { other: TEXT }),
        },
        part.allow_other ? [] : required,
      );
    case 'confirm':
      return objectOf({ confirmed: { type: 'boolean', title: part.title } }, required);
    case 'combined':
      return objectOf(
        {
          responses: objectOf(
            Object.fromEntries(part.interactions.map((inner) => [inner.id, questionSchema(inner)])),
            part.interactions.filter(({ required: must }) => must).map(({ id }) => id),
          ),
        },
        required,
      );
  }
}

function memberOf({ type }: InteractionPart | InteractionRequest): string {
  return { input: 'text', select: 'selected_values', confirm: 'confirmed', combined: 'responses' }[
    type
  ];
}

function refuse(id: string, what: string): never {
  throw new AdapterError('invalid_response', `The answer to the interrupt ${id}: ${what}.`);
}

/**
 * Converts an entry of `resume` to a response; `undefined` if it is `cancelled`: then no one decided, and the
 * request stays open.
 * @throws AdapterError `invalid_response` if the payload does not fit `responseSchema`.
 */
export function responseOf(
  request: InteractionRequest,
  entry: AgUiResumeEntry,
  respondedAt: string = new Date().toISOString(),
): InteractionResponse | undefined {
  if (entry.status === 'cancelled') return undefined;
  const { payload } = entry;
  if (!isRecord(payload)) return refuse(request.id, 'payload is not an object');
  const digest = entry.metadata?.['args_digest'];
  const common = {
    request_id: request.id,
    type: request.type,
    responded_at: respondedAt,
    ...(typeof digest === 'string' && { args_digest: digest }),
  };
  if (request.purpose === 'authorization') {
    return { ...common, ...decisionOf(request, payload) };
  }
  if (payload['declined'] === true && request.allowed_actions.includes('deny')) {
    return { ...common, action: 'deny', ...noteOf(request, payload) };
  }
  return { ...common, ...answerOf(request, payload) };
}

type Decision = Omit<InteractionResponse, 'request_id' | 'type' | 'responded_at'>;

function decisionOf(request: InteractionRequest, payload: Schema): Decision {
  const { approved, editedArgs, remember = { scope: 'once' } } = payload;
  if (typeof approved !== 'boolean') refuse(request.id, 'payload.approved is not true or false');
  if (!isRemember(remember)) refuse(request.id, 'payload.remember is not { scope, patterns? }');
  if (!approved) return { action: 'deny', remember, ...noteOf(request, payload) };
  const note = noteOf(request, payload);
  if (editedArgs === undefined || sameJson(editedArgs, request.tool_args)) {
    return { action: 'approve', remember, ...note };
  }
  if (!isRecord(editedArgs)) refuse(request.id, 'payload.editedArgs is not an object');
  return { action: 'modify_args', modified_args: { ...editedArgs }, remember, ...note };
}

function noteOf({ id }: InteractionRequest, { reason }: Schema): { note?: string } {
  if (reason === undefined) return {};
  return typeof reason === 'string' ? { note: reason } : refuse(id, 'payload.reason is not a text');
}

function isRemember(
  value: unknown,
): value is { scope: 'once' | 'session' | 'always'; patterns?: string[] } {
  if (!isRecord(value)) return false;
  const { scope, patterns } = value;
  return (
    ['once', 'session', 'always'].some((one) => one === scope) &&
    (patterns === undefined || isTexts(patterns))
  );
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

type Reply = Pick<PartResponse, 'text' | 'selected_values' | 'other' | 'confirmed' | 'responses'>;

function answerOf(part: InteractionPart | InteractionRequest, payload: Schema): Reply {
  const { id } = part;
  switch (part.type) {
    case 'input': {
      const { text } = payload;
      if (text === undefined && !part.required) return {};
      return typeof text === 'string' ? { text } : refuse(id, 'text is not a text');
    }
    case 'select': {
      const { selected_values: values = [], other } = payload;
      if (!isTexts(values)) return refuse(id, 'selected_values is not a list of texts');
      if (other === undefined) return { selected_values: values };
      return typeof other === 'string'
        ? { selected_values: values, other }
        : refuse(id, 'other is not a text');
    }
    case 'confirm': {
      const { confirmed } = payload;
      if (confirmed === undefined && !part.required) return {};
      return typeof confirmed === 'boolean'
        ? { confirmed }
        : refuse(id, 'confirmed is not true or false');
    }
    case 'combined': {
      const { responses } = payload;
      if (!isRecord(responses)) return refuse(id, 'responses is not an object');
      return {
        // A part that was left out gets an empty answer, which is valid if the part is not required.
        responses: part.interactions.map((inner): PartResponse => {
          const own = Object.hasOwn(responses, inner.id) ? responses[inner.id] : undefined;
          if (!isRecord(own ?? {})) return refuse(inner.id, 'it is not an object');
          const answer = isRecord(own) ? answerOf(inner, own) : {};
          return { request_id: inner.id, type: inner.type, ...answer };
        }),
      };
    }
  }
}
