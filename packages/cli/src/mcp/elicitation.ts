import type { QuestionGate } from '@hitl/adapters';
import {
  answerInputRequests,
  createElicitationHandler,
  type ElicitParams,
} from '@hitl/adapters/mcp';
import { HitlError } from '@hitl/protocol/endpoints';
import { isObject } from '../process/json.ts';
import {
  errorResponse,
  idOf,
  objectIn,
  resultResponse,
  type Message,
  type MessageId,
} from './json-rpc.ts';
import type { Forwarded } from './gateway.ts';
import { needsInput, textResult } from './tool-results.ts';
import { messageOf } from '../process/message-of.ts';
import { errorText } from '../remote/error-text.ts';

/** Who answers elicitations: the client, people in the inbox, or the client if it can, else the inbox. */
export type Answerer = 'client' | 'inbox' | 'auto';

/** Options of `createElicitations`. */
export interface ElicitationOptions {
  readonly gate: QuestionGate;
  readonly answerer: Answerer;
  /** Name of the server, as shown to the person. */
  readonly name: string;
  readonly sessionId: string;
  readonly userId: string;
  readonly agentId?: string | undefined;
  /** How long a person has to answer, in milliseconds. */
  readonly waitMs: number;
}

/** A message of a client, with elicitation among its capabilities if the inbox answers. */
export interface Declared {
  readonly message: Message;
  /** Whether the inbox answers; `undefined` if the message declares no capabilities and that decides. */
  readonly inInbox: boolean | undefined;
}

/** A request whose response may ask for more input. */
export interface ContinuedRequest {
  readonly id: MessageId;
  readonly isCall: boolean;
  /** How often it was continued before. */
  readonly rounds: number;
  readonly recheck: Forwarded['recheck'];
}

/** What follows a response: the request is sent again with more parameters, or ends with a response. */
export type NextStep =
  | { readonly kind: 'again'; readonly params: Message }
  | { readonly kind: 'end'; readonly response: Message };

/** Elicitations of one MCP server that are answered in the inbox. */
export interface Elicitations {
  /** Whether the inbox answers for every client, whatever the client declares. */
  readonly always: boolean;
  /** Reads what a client declares. A server only asks clients with the capability. */
  declare(message: Message): Declared;
  /** The response to an elicitation of revision 2025-11-25. */
  answer(request: Message, signal: AbortSignal): Promise<Message>;
  /**
   * Gets the input that a response of revision 2026-07-28 asks for, and checks the rules again. A
   * response that asks for something other than elicitations ends the request for the gateway.
   */
  next(response: Message, request: ContinuedRequest, signal: AbortSignal): Promise<NextStep>;
}

const CLIENT_CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
/** A server may ask again and again what nobody answers. */
const MAX_ROUNDS = 10;
/** Both kinds are shown as cards. */
const CAPABILITY = { form: {}, url: {} };

/** Whether a message of a server is an elicitation. */
export function isElicitation(message: Message): boolean {
  return message['method'] === 'elicitation/create' && idOf(message) !== undefined;
}

/** Why a request that answers an elicitation itself is refused. */
export const ANSWERED_IN_INBOX = 'What the server asks its user is answered in the inbox.';

/** Requests other than calls whose response may ask for input in revision 2026-07-28. */
const ASKING: ReadonlySet<unknown> = new Set(['prompts/get', 'resources/read']);

/** Whether the response to a request that no rule decides about may ask for input. */
export function mayAsk({ method }: Message): boolean {
  return ASKING.has(method);
}

/** Whether a request of revision 2026-07-28 contains the answer to an elicitation. */
export function answersElicitation(request: Message): boolean {
  const answers = Object.values(objectIn(objectIn(request, 'params'), 'inputResponses'));
  return answers.some((answer) => isObject(answer) && Object.keys(answer).some(isAction));
}

/** Some servers ignore the case of names. */
function isAction(name: string): boolean {
  return name.toLowerCase() === 'action';
}

export function createElicitations(options: ElicitationOptions): Elicitations {
  const { gate, answerer, name, sessionId, userId, agentId, waitMs } = options;
  const ask = createElicitationHandler(gate, {
    sessionId,
    serverName: name,
    userId,
    agentId,
    expiresInMs: waitMs,
  });

  const always = answerer === 'inbox';

  function declareIn(holder: Message, member: string): Declared {
    const capabilities = objectIn(holder, member);
    const can = isObject(capabilities['elicitation']);
    const inInbox = always || (answerer === 'auto' && !can);
    const declared = { ...capabilities, elicitation: CAPABILITY };
    return { inInbox, message: inInbox ? { ...holder, [member]: declared } : holder };
  }

  return {
    always,

    declare(message) {
      const params = objectIn(message, 'params');
      if (message['method'] === 'initialize') {
        const declared = declareIn(params, 'capabilities');
        return { ...declared, message: { ...message, params: declared.message } };
      }
      const meta = objectIn(params, '_meta');
      if (!isObject(meta[CLIENT_CAPABILITIES])) return { message, inInbox: always || undefined };
      const declared = declareIn(meta, CLIENT_CAPABILITIES);
      return {
        ...declared,
        message: { ...message, params: { ...params, _meta: declared.message } },
      };
    },

    async answer(request, signal) {
      const id = idOf(request) ?? '';
      try {
        const result = await ask(paramsOf(request), { id: crypto.randomUUID(), signal });
        return resultResponse(id, { ...result });
      } catch (error) {
        // Not `decline`: that is a person's answer.
        return errorResponse(id, -32_603, whyNot(error));
      }
    },

    async next(response, request, signal) {
      const { id, rounds, recheck } = request;
      const fail = (text: string): NextStep => ({ kind: 'end', response: failed(request, text) });
      const { inputRequests, requestState } = objectIn(response, 'result');
      const asked = isObject(inputRequests) ? Object.entries(inputRequests) : [];
      const inputs = asked.flatMap(([key, one]) =>
        isObject(one) && one['method'] === 'elicitation/create'
          ? [[key, { method: 'elicitation/create', params: paramsOf(one) }] as const]
          : [],
      );
      if (!needsInput(response) || inputs.length === 0 || inputs.length < asked.length) {
        return { kind: 'end', response };
      }
      if (rounds >= MAX_ROUNDS) {
        return fail(`The server asked more than ${MAX_ROUNDS} times.`);
      }
      let answers: object;
      try {
        answers = await answerInputRequests(
          {
            resultType: 'input_required',
            inputRequests: Object.fromEntries(inputs),
            ...(requestState !== undefined && { requestState }),
          },
          ask,
          { id: crypto.randomUUID(), signal },
        );
      } catch (error) {
        return fail(whyNot(error));
      }
      const refused = await recheck(signal);
      return refused === undefined
        ? { kind: 'again', params: { ...answers } }
        : { kind: 'end', response: resultResponse(id, refused) };
    },
  };
}

/** The response to a request that ends without input: for a call, a result that its model can read. */
export function failed(
  { id, isCall }: Pick<ContinuedRequest, 'id' | 'isCall'>,
  text: string,
): Message {
  return isCall ? resultResponse(id, textResult(text, true)) : errorResponse(id, -32_603, text);
}

/** What an elicitation asks, as far as it has the right types; the rest is refused when it is shown. */
function paramsOf(request: Message): ElicitParams {
  const { message, mode, url, requestedSchema } = objectIn(request, 'params');
  return {
    message: typeof message === 'string' ? message : '',
    requestedSchema,
    ...(typeof mode === 'string' && { mode }),
    ...(typeof url === 'string' && { url }),
  };
}

function whyNot(error: unknown): string {
  const reason = HitlError.isInstance(error)
    ? `${errorText(error)} (${error.code})`
    : messageOf(error);
  return `The server's question was not answered: ${reason}`;
}
