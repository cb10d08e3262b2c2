import type { Authorization, Gate, GateCall } from '@hitl/client/gate';
import { HitlError } from '@hitl/protocol/endpoints';
import { canonicalJson, deniedContent } from '@hitl/protocol/fold';
import { isObject, objectIn, type Message } from './json-rpc.ts';
import { completionOf, needsInput, textResult } from './tool-results.ts';

/** What a gateway judges with. */
export interface GatewayOptions {
  readonly gate: Gate;
  /** What tools are named after: `mcp__NAME__TOOL`. */
  readonly name: string;
  readonly sessionId: string;
  readonly userId: string;
  readonly agentId?: string | undefined;
  /** How long a person has to answer, in milliseconds. */
  readonly waitMs: number;
  /** Called with what failed and does not stop a call. */
  readonly onTrouble: (message: string) => void;
}

/** What to do with a call. */
export type Judged =
  | { readonly kind: 'reply'; readonly result: Message }
  | {
      readonly kind: 'forward';
      readonly params: Message;
      /** Takes the server's response; call it before the response is passed on. */
      readonly done: (response: Message) => Promise<void>;
    };

/** Decides about the calls of one client, whatever carries its messages. */
export interface Gateway {
  /** Learns what tools there are from the answer to `tools/list`. */
  learn(response: Message): void;
  /** Decides about a `tools/call`. */
  judge(params: Message, signal: AbortSignal): Promise<Judged>;
}

/** A call that was claimed here, and has no result yet. */
interface Claimed {
  readonly interactionId: string;
  readonly args: Message;
}

const MAX_KNOWN_TOOLS = 10_000;
const MAX_CONTINUED = 1000;
const MAX_DESCRIPTION = 2000;
/** Nobody else claims a call of this process, so no one has to be asked about it early. */
const LEASE_MS = 86_400_000;

export function createGateway(options: GatewayOptions): Gateway {
  const { gate, onTrouble } = options;
  const tools = new Map<string, Message>();
  /** Calls for which a server wants to know more, by what the next attempt must be. */
  const continued = new Map<string, Claimed>();

  function forward(params: Message, claimed: Claimed): Judged {
    return {
      kind: 'forward',
      params: { ...params, arguments: claimed.args },
      async done(response) {
        if (needsInput(response)) {
          const { requestState } = objectIn(response, 'result');
          if (continued.size >= MAX_CONTINUED) {
            for (const [oldest] of [...continued].slice(0, 1)) continued.delete(oldest);
          }
          continued.set(continuation({ ...params, requestState }), claimed);
          return;
        }
        await gate
          .complete(claimed.interactionId, completionOf(response))
          .catch((error: unknown) =>
            onTrouble(`the result of a call was not recorded: ${why(error)}`),
          );
      },
    };
  }

  async function decide(params: Message, signal: AbortSignal): Promise<Judged> {
    const { name } = params;
    if (typeof name !== 'string' || name === '') {
      return { kind: 'reply', result: textResult('The call has no name.', true) };
    }
    const key = continuation(params);
    const before = isContinued(params) ? continued.get(key) : undefined;
    if (before !== undefined) {
      // Once: the next round has a state of its own.
      continued.delete(key);
      return forward(params, before);
    }
    const call = callOf(options, name, objectIn(params, 'arguments'), tools.get(name));
    const authorization = await authorize(gate, call, signal);
    const { decision, decidedBy, interactionId, text = '', reason = '' } = authorization;
    if (decision === 'answer') return { kind: 'reply', result: textResult(text, false) };
    if (decision === 'deny' || interactionId === null) {
      const who = decidedBy === 'nobody' ? 'nobody decided about it: ' : '';
      return { kind: 'reply', result: textResult(deniedContent(`${who}${reason}`), true) };
    }
    const { claimed, args } = await gate.claim(interactionId, { signal, leaseMs: LEASE_MS });
    if (!claimed) throw new Error('another program runs this call');
    return forward(params, { interactionId, args });
  }

  return {
    learn(response) {
      const { tools: listed } = objectIn(response, 'result');
      for (const tool of Array.isArray(listed) ? (listed as unknown[]) : []) {
        if (!isObject(tool) || typeof tool['name'] !== 'string') continue;
        if (tools.size < MAX_KNOWN_TOOLS || tools.has(tool['name'])) tools.set(tool['name'], tool);
      }
    },
    async judge(params, signal) {
      try {
        return await decide(params, signal);
      } catch (error) {
        const denied = deniedContent(`nobody decided about it: ${why(error)}`);
        return { kind: 'reply', result: textResult(denied, true) };
      }
    },
  };
}

/** Whether a client sends a call again, with what the server wanted to know. */
function isContinued(params: Message): boolean {
  return params['requestState'] !== undefined || params['inputResponses'] !== undefined;
}

/** A call is the same one if it has the state that the server gave, the same name and arguments. */
function continuation({ requestState, name, arguments: args }: Message): string {
  return canonicalJson([requestState ?? null, name ?? null, args ?? {}] as never);
}

async function authorize(gate: Gate, call: GateCall, signal: AbortSignal): Promise<Authorization> {
  try {
    return await gate.authorize(call, { signal });
  } catch (error) {
    // A schema that cannot be used for editing is no reason not to ask.
    const hasSchema = call.tool?.parameters !== undefined;
    const isRefused = HitlError.isInstance(error) && error.code === 'invalid_request';
    if (!hasSchema || !isRefused) throw error;
    return gate.authorize({ ...call, tool: { ...call.tool, parameters: undefined } }, { signal });
  }
}

function callOf(
  { name: server, sessionId, userId, agentId, waitMs }: GatewayOptions,
  tool: string,
  args: Message,
  known: Message | undefined,
): GateCall {
  const { description, inputSchema, outputSchema } = known ?? {};
  // A hint of the server: it makes a call look riskier, and never safer.
  const isDestructive = objectIn(known ?? {}, 'annotations')['destructiveHint'] === true;
  return {
    sessionId,
    toolCallId: crypto.randomUUID(),
    toolName: `mcp__${server}__${tool}`,
    toolArgs: args,
    userId,
    agentId,
    tool: {
      ...(isObject(inputSchema) && { parameters: inputSchema }),
      ...(isDestructive && { riskLevel: 'high' as const }),
    },
    ...(typeof description === 'string' && { description: description.slice(0, MAX_DESCRIPTION) }),
    // A client expects what the tool's schema says; a person has only text.
    allowedActions: [
      ...(['approve', 'deny', 'modify_args', 'pause', 'resume'] as const),
      ...(outputSchema === undefined ? (['answer'] as const) : []),
    ],
    expiresAt: new Date(Date.now() + waitMs),
  };
}

function why(error: unknown): string {
  if (HitlError.isInstance(error)) return `${error.message} (${error.code})`;
  return error instanceof Error ? error.message : String(error);
}
