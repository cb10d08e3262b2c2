import { createHash } from 'node:crypto';
import type { Authorization, Completion, Gate, GateCall } from '@hitl/client/gate';
import { HitlError } from '@hitl/protocol/endpoints';
import { canonicalJson, deniedContent, shortened } from '@hitl/protocol/fold';
import { isObject } from '../process/json.ts';
import { objectIn, type Message } from './json-rpc.ts';
import { completionOf, needsInput, textResult } from './tool-results.ts';
import { hasRoom, type Held } from './waiting-messages.ts';
import { messageOf } from '../process/message-of.ts';
import { errorText } from '../remote/error-text.ts';

/** Options of `createGateway`. */
export interface GatewayOptions {
  readonly gate: Gate;
  /** Name of the server in tool names: `mcp__NAME__TOOL`. */
  readonly name: string;
  readonly sessionId: string;
  readonly userId: string;
  readonly agentId?: string | undefined;
  /** How long a person has to answer, in milliseconds. */
  readonly waitMs: number;
  /** Called with failures that do not stop a call. */
  readonly onTrouble: (message: string) => void;
}

/** A call to forward to the server. */
export interface Forwarded {
  readonly kind: 'forward';
  readonly params: Message;
  /** The schema of the called tool, if its client has listed it. */
  readonly inputSchema: unknown;
  /** Records the server's response, or why there is none; call it before passing the response on. */
  readonly done: (response: Message) => Promise<void>;
  /**
   * Looks at the rules again before the call is continued with more input. Resolves to the result to reply
   * with and to record if it may not be.
   */
  readonly recheck: (signal: AbortSignal) => Promise<Message | undefined>;
}

/** What to do with a call: reply to it, or forward it to the server. */
export type GatewayAction = { readonly kind: 'reply'; readonly result: Message } | Forwarded;

/** A request that is no call: nothing decides about it, and nothing is recorded. */
export function undecided(request: Message): Forwarded {
  return {
    kind: 'forward',
    params: objectIn(request, 'params'),
    inputSchema: undefined,
    done: () => Promise.resolve(),
    recheck: () => Promise.resolve(undefined),
  };
}

/** Decides about the calls of one client, over any transport. */
export interface Gateway {
  /** Learns the tools from a response to `tools/list`. */
  learn(response: Message): void;
  /** Decides about a `tools/call`. */
  evaluate(params: Message, signal: AbortSignal): Promise<GatewayAction>;
}

/** A call that was claimed here and has no result yet; its size is that of its arguments. */
interface Claimed extends Held {
  readonly interactionId: string;
  readonly args: Message;
  readonly holder: string;
}

const MAX_KNOWN_TOOLS = 10_000;
/** Characters of all of them together. */
const MAX_KNOWN_SIZE = 64 * 1024 * 1024;
/** More is for the model than for a person. */
const DESCRIPTION = { characters: 2000, lines: 50 };
/** A day: only this process claims its calls, so a shorter lease would only raise recovery questions. */
const LEASE_MS = 86_400_000;

export function createGateway(options: GatewayOptions): Gateway {
  const { gate, onTrouble } = options;
  const tools = new Map<string, Message>();
  let knownSize = 0;
  /** Calls for which the server asked for more input, by the key of the client's next attempt. */
  const continued = new Map<string, Claimed>();

  async function complete({ interactionId }: Claimed, outcome: Completion): Promise<void> {
    await gate
      .complete(interactionId, outcome)
      .catch((error: unknown) => onTrouble(`the result of a call was not recorded: ${why(error)}`));
  }

  /** A repeated claim is refused by what denies the call now. */
  async function recheck(call: Claimed, signal: AbortSignal): Promise<Message | undefined> {
    try {
      const { holder } = call;
      const { claimed } = await gate.claim(call.interactionId, { signal, holder });
      if (claimed) return undefined;
      throw new Error('A person has decided about its outcome meanwhile.');
    } catch (error) {
      return textResult(deniedContent(messageOf(error).replace(/\.$/, '')), true);
    }
  }

  function forward(params: Message, claimed: Claimed): Forwarded {
    return {
      kind: 'forward',
      params: { ...params, arguments: claimed.args },
      inputSchema: tools.get(String(params['name']))?.['inputSchema'],
      async done(response) {
        if (needsInput(response)) {
          const { requestState } = objectIn(response, 'result');
          for (const oldest of continued.keys()) {
            if (hasRoom(claimed.size, continued)) break;
            continued.delete(oldest);
          }
          continued.set(continuation({ ...params, requestState }), claimed);
          return;
        }
        await complete(claimed, completionOf(response));
      },
      recheck: (signal) => recheck(claimed, signal),
    };
  }

  async function decide(params: Message, signal: AbortSignal): Promise<GatewayAction> {
    const { name } = params;
    if (typeof name !== 'string' || name === '') {
      return { kind: 'reply', result: textResult('The call has no name.', true) };
    }
    const key = continuation(params);
    const before = isContinued(params) ? continued.get(key) : undefined;
    if (before !== undefined) {
      // Remove it: the next round has another state.
      continued.delete(key);
      const refused = await recheck(before, signal);
      if (refused === undefined) return forward(params, before);
      await complete(before, completionOf({ result: refused }));
      return { kind: 'reply', result: refused };
    }
    const shown = tools.get(name);
    const asked = callOf(options, name, objectIn(params, 'arguments'), shown);
    const authorization = await authorize(gate, asked, signal);
    const { decision, decidedBy, interactionId, text = '', reason = '' } = authorization;
    if (decision === 'answer') return { kind: 'reply', result: textResult(text, false) };
    if (decision === 'deny' || interactionId === null) {
      const who = decidedBy === 'none' ? 'no decision was made: ' : '';
      return { kind: 'reply', result: textResult(deniedContent(`${who}${reason}`), true) };
    }
    signal.throwIfAborted();
    // Not stopped any more: it would not be known whether it succeeded, and the call would stay claimed.
    const { claimed, args, holder } = await gate.claim(interactionId, { leaseMs: LEASE_MS });
    if (!claimed) throw new Error('another program runs this call');
    const call = { interactionId, args, holder, size: JSON.stringify(args).length };
    if (decidedBy === 'person' && isReplaced(shown, tools.get(name))) {
      const replaced = textResult(deniedContent(REPLACED), true);
      await complete(call, completionOf({ result: replaced }));
      return { kind: 'reply', result: replaced };
    }
    return forward(params, call);
  }

  function learnTool(name: string, tool: Message): void {
    const known = tools.get(name);
    if (known === undefined && tools.size >= MAX_KNOWN_TOOLS) return;
    const size = JSON.stringify(tool).length;
    const others = knownSize - (known === undefined ? 0 : JSON.stringify(known).length);
    const fits = others + size <= MAX_KNOWN_SIZE;
    // What is known must not be taken for what the server says now.
    if (fits) tools.set(name, tool);
    else if (known !== undefined) tools.set(name, {});
    knownSize = fits ? others + size : others + (known === undefined ? 0 : 2);
  }

  return {
    learn(response) {
      const { tools: listed } = objectIn(response, 'result');
      for (const tool of Array.isArray(listed) ? (listed as unknown[]) : []) {
        if (isObject(tool) && typeof tool['name'] === 'string') learnTool(tool['name'], tool);
      }
    },
    async evaluate(params, signal) {
      try {
        return await decide(params, signal);
      } catch (error) {
        const denied = deniedContent(`no decision was made: ${why(error)}`);
        return { kind: 'reply', result: textResult(denied, true) };
      }
    },
  };
}

/** Why an approved call does not run. Without a stop at its end, as for other reasons. */
const REPLACED =
  'the server described the tool differently by the time a person had decided. Call it again';

/** Whether a person was shown another tool than the server has now. */
function isReplaced(shown: Message | undefined, now: Message | undefined): boolean {
  if (shown === undefined || now === undefined || shown === now) return false;
  const facts = ({ description, inputSchema, annotations }: Message): string =>
    canonicalJson([description ?? null, inputSchema ?? null, annotations ?? null] as never);
  return facts(shown) !== facts(now);
}

/** Whether a client repeats a call with the input that the server asked for. */
function isContinued(params: Message): boolean {
  return params['requestState'] !== undefined || params['inputResponses'] !== undefined;
}

/** Key of a repeated call: a digest of the state given by the server, the name and the arguments. */
function continuation({ requestState, name, arguments: args }: Message): string {
  const text = canonicalJson([requestState ?? null, name ?? null, args ?? {}] as never);
  return createHash('sha256').update(text).digest('hex');
}

async function authorize(gate: Gate, call: GateCall, signal: AbortSignal): Promise<Authorization> {
  try {
    return await gate.authorize(call, { signal });
  } catch (error) {
    // Ask even if the tool's schema is invalid and cannot be used for editing.
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
  // A hint of the server may only raise the risk of a call.
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
    ...(typeof description === 'string' && { description: shortened(description, DESCRIPTION) }),
    // With an output schema the client expects structured content, which a person cannot provide as
    // text.
    allowedActions: [
      ...(['approve', 'deny', 'modify_args', 'pause', 'resume'] as const),
      ...(outputSchema === undefined ? (['answer'] as const) : []),
    ],
    expiresInMs: waitMs,
  };
}

function why(error: unknown): string {
  if (HitlError.isInstance(error)) return `${errorText(error)} (${error.code})`;
  return messageOf(error);
}
