import { AdapterError } from '../base/adapter-error.ts';
import { argsOf, inputOf } from '../base/call-args.ts';
import { checkOptions } from '../base/check-options.ts';
import { callerOf, runGated, type GateOptions, type ToolGate } from '../base/gate.ts';
import { jsonSchemaOf } from '../base/json-schema.ts';
import { isRecord } from '../base/is-record.ts';
import { isText } from '../base/question.ts';

/** The part of a LangChain tool that is used here: any result of `tool(…)`. */
export interface LangChainTool {
  readonly name: string;
  readonly schema?: unknown;
}

/** Options of `gateTool` and `gateTools`: the origin of calls. */
export type LangGraphGateOptions = Omit<GateOptions, 'sessionId'> & {
  /** Default: the `thread_id` of the graph. */
  readonly sessionId?: string | undefined;
};

type Call = (input: unknown, manager: unknown, config: unknown) => unknown;

/** The ids in the config that LangGraph passes to a tool. */
function idsIn(config: unknown): {
  thread: string;
  call: unknown;
  signal: AbortSignal | undefined;
} {
  const { configurable, toolCall, signal } = isRecord(config) ? config : {};
  return {
    thread:
      isRecord(configurable) && isText(configurable['thread_id']) ? configurable['thread_id'] : '',
    call: isRecord(toolCall) ? toolCall['id'] : undefined,
    signal: signal instanceof AbortSignal ? signal : undefined,
  };
}

/**
 * Returns the tool behind the gate: each call is evaluated by the rules, asked about if needed, and run at
 * most once, with the allowed arguments. The result of a denied call is a message for the model.
 * @throws AdapterError `bad_option`, when it is called outside of a graph with a thread.
 */
export function gateTool<Tool extends LangChainTool>(
  tool: Tool,
  gate: ToolGate,
  options: LangGraphGateOptions = {},
): Tool {
  checkOptions('gateTools', [gate, ['run']], options);
  const original: unknown = Reflect.get(tool, '_call');
  if (typeof original !== 'function') {
    throw new AdapterError('bad_option', `${tool.name} is no tool of LangChain that can be run.`);
  }
  const parameters = jsonSchemaOf(tool.schema);
  const call: Call = async (input, manager, config) => {
    const { thread, call: toolCallId, signal } = idsIn(config);
    if (typeof toolCallId !== 'string') {
      throw new AdapterError(
        'bad_option',
        `${tool.name} was called without the id of a call, so it cannot be run at most once: run it in a ToolNode or an agent.`,
      );
    }
    try {
      return await runGated(
        gate,
        {
          ...callerOf({ ...options, sessionId: options.sessionId ?? thread }),
          toolCallId,
          toolName: tool.name,
          toolArgs: argsOf(input),
          ...(parameters !== undefined && { tool: { parameters } }),
        },
        (args) => Reflect.apply(original, tool, [inputOf(input, args), manager, config]),
        signal,
      );
    } catch (error) {
      // If it were thrown, it would end the graph or make the model correct the arguments.
      if (error instanceof AdapterError && error.code === 'call_denied') return error.message;
      throw error;
    }
  };
  return Object.create(tool, { _call: { value: call } }) as Tool;
}

/** Returns the tools behind the gate: `gateTool` for each. */
export function gateTools<Tool extends LangChainTool>(
  tools: readonly Tool[],
  gate: ToolGate,
  options: LangGraphGateOptions = {},
): Tool[] {
  return tools.map((tool) => gateTool(tool, gate, options));
}

interface ToolCallRequest {
  readonly tool?: unknown;
}

/** Tools of the model's provider run elsewhere and cannot be gated here. */
function isTool(tool: unknown): tool is LangChainTool {
  return isRecord(tool) && typeof tool['name'] === 'string';
}

/** A middleware for `createMiddleware` of `langchain`. */
export interface GateMiddleware {
  readonly name: string;
  readonly wrapToolCall: <Request extends ToolCallRequest, Result>(
    request: Request,
    handler: (request: Request) => Result,
  ) => Result;
}

/**
 * Puts the gate in front of all tools of a LangChain agent, including those that are registered while it
 * runs: `createAgent({ …, middleware: [createMiddleware(gateMiddleware(gate))] })`.
 */
export function gateMiddleware(gate: ToolGate, options: LangGraphGateOptions = {}): GateMiddleware {
  checkOptions('gateMiddleware', [gate, ['run']], options);
  return {
    name: 'HitlGate',
    wrapToolCall(request, handler) {
      const { tool } = request;
      if (!isTool(tool)) return handler(request);
      return handler({ ...request, tool: gateTool(tool, gate, options) });
    },
  };
}
