import { plainAnswer, unclearIn } from '@hitl/client/view';
import type { ApprovalAction, InteractionPart, InteractionRequest } from '@hitl/protocol';
import { AdapterError } from '../base/adapter-error.ts';
import { isRecord } from '../base/is-record.ts';
import { isText } from '../base/question.ts';
import type { Answer } from '../base/read-answer.ts';
import {
  callRequest,
  questionRequest,
  type CallTerms,
  type RequestOrigin,
} from '../base/requests.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The requests of one interrupt, and a function that creates the value to resume it with once all are
 * answered.
 */
export interface ConvertedInterrupt {
  readonly requests: readonly InteractionRequest[];
  /** `alone`: a single decision instead of a list. */
  readonly resumeValue: (answers: readonly Answer[], alone?: boolean) => unknown;
}

type Origin = Omit<RequestOrigin, 'id'>;

const textOf = (value: unknown): string | undefined => (isText(value) ? value : undefined);
const argsOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? { ...value } : {});

const unanswerable = (name: string): AdapterError => new AdapterError('unsupported_answer', name);

const ACTIONS: ReadonlyMap<unknown, ApprovalAction> = new Map([
  ['approve', 'approve'],
  ['edit', 'modify_args'],
  ['reject', 'deny'],
  ['respond', 'answer'],
]);

/** Answers that LangChain's middleware accepts for a call. */
function actionsOf(decisions: unknown): ApprovalAction[] {
  const names: readonly unknown[] = Array.isArray(decisions) ? decisions : ['approve', 'reject'];
  return names.flatMap((name) => ACTIONS.get(name) ?? []);
}

/** The possible decisions about arguments: no approval as they are if a number may have lost digits. */
function decidable(
  toolArgs: Record<string, unknown>,
  actions: readonly ApprovalAction[],
): Pick<CallTerms, 'toolArgs' | 'reason' | 'allowedActions'> {
  const reason = unclearIn(toolArgs);
  const allowedActions = actions.filter((one) => one !== 'approve' || reason === undefined);
  return { toolArgs, reason, allowedActions };
}

/**
 * A decision of LangChain's middleware, in the format of JavaScript, of Python, or of both: `useStream`
 * converts a request to both formats, so it is unknown which one asked.
 */
function decisionOf(answer: Answer | undefined, name: string, asked: Fields): Fields {
  switch (answer?.kind) {
    case 'approve':
      return { type: 'approve' };
    case 'modify_args':
      // The name comes from the request: with another one, a tool would run that no one was asked about.
      return {
        type: 'edit',
        ...('actionRequests' in asked && { editedAction: { name, args: answer.args } }),
        ...('action_requests' in asked && {
          edited_action: { name, args: answer.args },
        }),
      };
    case 'deny':
      return { type: 'reject', ...(answer.note !== undefined && { message: answer.note }) };
    case 'answer':
      return { type: 'respond', message: answer.text };
    default:
      throw unanswerable(name);
  }
}

/** LangChain's human-in-the-loop middleware: the calls of one message, decided by position. */
function readActions(id: string, value: Fields, origin: Origin): ConvertedInterrupt | undefined {
  const snake = Array.isArray(value['action_requests']);
  const actions = value[snake ? 'action_requests' : 'actionRequests'];
  const configs = value[snake ? 'review_configs' : 'reviewConfigs'];
  if (!Array.isArray(actions) || actions.length === 0) return undefined;
  const calls = actions.map(argsOf);
  if (!calls.every(({ name }) => isText(name))) return undefined;
  const reviews = (Array.isArray(configs) ? configs : []).map(argsOf);
  const requests = calls.map(({ name, args, description, tool_call_id: callId }, index) => {
    const review = reviews.find((one) => one[snake ? 'action_name' : 'actionName'] === name) ?? {};
    const schema = review[snake ? 'args_schema' : 'argsSchema'];
    const request = callRequest(
      {
        ...origin,
        id: `${id}:${index}`,
        messageId: id,
        toolCallId: textOf(callId),
      },
      {
        toolName: String(name),
        toolSchema: isRecord(schema) ? schema : undefined,
        description: textOf(description),
        ...decidable(
          argsOf(args),
          actionsOf(review[snake ? 'allowed_decisions' : 'allowedDecisions']),
        ),
      },
    );
    return calls.length > 1 ? { ...request, batch: { index, size: calls.length } } : request;
  });
  return {
    requests,
    resumeValue(answers, alone) {
      const decisions = requests.map(({ tool_name }, at) =>
        decisionOf(answers[at], tool_name, value),
      );
      return alone === true ? decisions[0] : { decisions };
    },
  };
}

/** The same middleware of Python with an interrupt for each call: the resume value is a single decision. */
function readCall(id: string, value: Fields, origin: Origin): ConvertedInterrupt | undefined {
  if (value['type'] !== 'tool_approval') return undefined;
  const review = { ...value, action_name: value['name'] };
  const batch = { action_requests: [value], review_configs: [review] };
  const converted = readActions(id, batch, origin);
  return (
    converted && { ...converted, resumeValue: (answers) => converted.resumeValue(answers, true) }
  );
}

const INBOX_ACTIONS = [
  ['allow_accept', 'approve'],
  ['allow_edit', 'modify_args'],
  ['allow_respond', 'answer'],
  ['allow_ignore', 'deny'],
] as const;

/** The schema of the agent inbox. Arguments keep their types; its own page turns them into texts. */
function readInbox(id: string, value: Fields, origin: Origin): ConvertedInterrupt | undefined {
  const { action_request: call, config, description } = value;
  if (!isRecord(call) || !isText(call['action'])) return undefined;
  const action = call['action'];
  const args = argsOf(call['args']);
  const allowed = argsOf(config);
  const request = callRequest(
    { ...origin, id },
    {
      toolName: action,
      description: textOf(description),
      ...decidable(
        args,
        INBOX_ACTIONS.flatMap(([name, does]) => (allowed[name] === true ? [does] : [])),
      ),
    },
  );
  const responseOf = (answer: Answer | undefined): Fields => {
    switch (answer?.kind) {
      case 'approve':
        return { type: 'accept', args: { action, args } };
      case 'modify_args':
        return { type: 'edit', args: { action, args: answer.args } };
      case 'answer':
        return { type: 'response', args: answer.text };
      case 'deny':
        return { type: 'ignore', args: null };
      default:
        throw unanswerable(action);
    }
  };
  return { requests: [request], resumeValue: ([answer]) => [responseOf(answer)] };
}

/** Defaults of members that the graph did not set. */
const DEFAULTS: ReadonlyMap<unknown, Fields> = new Map<unknown, Fields>([
  ['input', { multiline: false, input_type: 'text', sensitive: false }],
  ['select', { multiple: false, allow_other: false }],
  ['confirm', {}],
  ['combined', {}],
]);

/** An interaction request written by the graph's own code; `undefined` if it is not one. */
function partOf(value: unknown, id: unknown): InteractionPart | undefined {
  const fields = argsOf(value);
  const { type, title, sensitive, options = [], interactions = [] } = fields;
  const defaults = isText(title) ? DEFAULTS.get(type) : undefined;
  if (defaults === undefined || !Array.isArray(options) || !Array.isArray(interactions))
    return undefined;
  // The thread would store the answer, where a secret would be readable.
  if (sensitive === true) return undefined;
  const parts = interactions.map((part, at) =>
    partOf(part, isText(argsOf(part)['id']) ? argsOf(part)['id'] : `part_${at + 1}`),
  );
  if (parts.includes(undefined)) return undefined;
  const choices = options.map((one) => (isText(one) ? { value: one, label: one } : one));
  return {
    required: true,
    ...defaults,
    ...fields,
    id,
    ...(type === 'select' && { options: choices }),
    ...(type === 'combined' && { interactions: parts }),
  } as InteractionPart;
}

/** A text, or an interaction request: `{ type, title, … }`. */
function readQuestion(id: string, value: unknown, origin: Origin): ConvertedInterrupt | undefined {
  const simple = isText(value);
  const part = partOf(simple ? { type: 'input', title: value } : value, id);
  if (part === undefined) return undefined;
  const request = questionRequest({ ...origin, id }, part, {
    toolName: 'interrupt',
    toolArgs: {},
    canDecline: !simple,
  });
  return {
    requests: [request],
    resumeValue: ([answer]) => {
      if (answer?.kind === 'reply') return plainAnswer(request, answer.response);
      return { declined: true, ...(answer?.kind === 'decline' && { note: answer.note }) };
    },
  };
}

/**
 * Reads the value of an interrupt.
 * @throws AdapterError `unsupported_request` if it has none of the known forms.
 */
export function readInterruptValue(id: string, value: unknown, origin: Origin): ConvertedInterrupt {
  const [first, ...rest]: readonly unknown[] = Array.isArray(value) ? value : [value];
  const one = rest.length === 0 ? first : value;
  const call = isRecord(one)
    ? (readActions(id, one, origin) ?? readCall(id, one, origin) ?? readInbox(id, one, origin))
    : undefined;
  const found = call ?? readQuestion(id, one, origin);
  if (found === undefined) {
    throw new AdapterError(
      'unsupported_request',
      `Interrupt ${id} has no known form: ${(JSON.stringify(value) ?? '').slice(0, 80)}`,
    );
  }
  return found;
}
