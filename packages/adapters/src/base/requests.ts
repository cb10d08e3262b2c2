import { createRequest, type NewRequest } from '@hitl/client/view';
import type { InteractionPart, InteractionRequest } from '@hitl/protocol';
import { HitlError } from '@hitl/protocol/endpoints';
import { checkQuestion, sameJson } from '@hitl/protocol/fold';
import { AdapterError } from './adapter-error.ts';
import { given } from './given.ts';

/** The origin of a request. */
export interface RequestOrigin {
  /** Id by which an answer refers to it. */
  readonly id: string;
  readonly sessionId: string;
  readonly toolCallId?: string | undefined;
  /** Requests of one message are answered together. */
  readonly messageId?: string | undefined;
  /** Names of agents, from the root agent to the asking one. */
  readonly agentPath?: readonly string[] | undefined;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly expiresAt?: string | undefined;
}

/** Members of a call of another framework, besides its origin. */
export type CallTerms = Pick<
  NewRequest,
  'toolName' | 'toolArgs' | 'toolSchema' | 'reason' | 'riskLevel' | 'allowedActions' | 'metadata'
> & { readonly description?: string | undefined };

/** Creates a request for approval of a call of another framework. */
export function callRequest(origin: RequestOrigin, terms: CallTerms): InteractionRequest {
  const { id, sessionId, toolCallId = id, messageId, agentPath, createdAt, expiresAt } = origin;
  const { description, ...call } = terms;
  return {
    ...createRequest({ ...call, id, createdAt, expiresAt, agent: agentPath }),
    session_id: sessionId,
    run_id: sessionId,
    root_run_id: sessionId,
    tool_call_id: toolCallId,
    ...given({ description, message_id: messageId }),
  };
}

/** Creates a question of another framework. */
export function questionRequest(
  origin: RequestOrigin,
  part: InteractionPart,
  terms: Pick<CallTerms, 'toolName' | 'toolArgs' | 'metadata'> & {
    readonly canDecline?: boolean;
  },
): InteractionRequest {
  const [issue] = checkQuestion(part);
  if (issue !== undefined) {
    throw new AdapterError('unsupported_request', `${origin.id}: ${issue.path} ${issue.message}`);
  }
  const { canDecline = true, ...call } = terms;
  return {
    ...callRequest(origin, { ...call, allowedActions: canDecline ? ['deny'] : [] }),
    ...part,
    id: origin.id,
    purpose: 'question',
  };
}

/** What no card can show, and why. */
interface Unsupported {
  readonly error: HitlError;
}

/** Pending requests of another framework. */
export interface Interactions<Left extends Unsupported> {
  readonly requests: readonly InteractionRequest[];
  readonly unsupported: readonly Left[];
}

/** Converts what a framework asks. What cannot be converted is returned with its id and the reason. */
export function convertEach<Item, Converted, Id extends object>(
  items: readonly Item[],
  idOf: (item: Item) => Id,
  convert: (item: Item) => Converted,
): { readonly converted: Converted[]; readonly unsupported: (Id & Unsupported)[] } {
  const converted: Converted[] = [];
  const unsupported: (Id & Unsupported)[] = [];
  for (const item of items) {
    try {
      converted.push(convert(item));
    } catch (error) {
      if (!HitlError.isInstance(error)) throw error;
      unsupported.push({ ...idOf(item), error });
    }
  }
  return { converted, unsupported };
}

/** Remembers requests, so that unchanged ones stay the same object and keep their time. */
export interface RequestMemory<Left extends Unsupported> {
  /** ISO 8601 time at which a request was first seen. */
  readonly seen: (id: string) => string;
  /** The previous object if nothing changed, else one with new objects only for changes. */
  readonly keep: (
    requests: readonly InteractionRequest[],
    unsupported: readonly Left[],
  ) => Interactions<Left>;
}

/** Creates a memory for one chat, thread or state, because frameworks do not record when they asked. */
export function createRequestMemory<Left extends Unsupported>(): RequestMemory<Left> {
  const times = new Map<string, string>();
  let kept: Interactions<Left> = { requests: [], unsupported: [] };
  return {
    seen(id) {
      const time = times.get(id) ?? new Date().toISOString();
      times.set(id, time);
      return time;
    },
    keep(requests, unsupported) {
      const next = requests.map(
        (request) =>
          kept.requests.find((old) => old.id === request.id && sameJson(old, request)) ?? request,
      );
      if (!sameJson(textsOf({ requests: next, unsupported }), textsOf(kept))) {
        kept = { requests: next, unsupported };
      }
      return kept;
    },
  };
}

/** Everything in it that can be compared: errors by their messages. */
function textsOf({ requests, unsupported }: Interactions<Unsupported>): unknown {
  return [requests, unsupported.map(({ error, ...id }) => [id, error.message])];
}
