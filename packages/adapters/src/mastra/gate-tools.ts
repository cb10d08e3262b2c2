import { AdapterError } from '../base/adapter-error.ts';
import { argsOf, inputOf } from '../base/call-args.ts';
import { checkOptions } from '../base/check-options.ts';
import { callerOf, runGated, type GateOptions, type ToolGate } from '../base/gate.ts';
import { isRecord } from '../base/is-record.ts';
import { jsonSchemaOf } from '../base/json-schema.ts';
import { isText } from '../base/question.ts';

/** Options of `gateTools`: the origin of calls. */
export type MastraGateOptions = Omit<GateOptions, 'sessionId'> & {
  /** Id of the conversation. Default: the thread of the agent's memory. */
  readonly sessionId?: string | undefined;
};

type Execute = (input: unknown, context: unknown) => unknown;

function gateTool(
  toolName: string,
  tool: object,
  gate: ToolGate,
  options: MastraGateOptions,
): object {
  const { execute, inputSchema, suspendSchema, resumeSchema } = tool as Partial<
    Record<string, unknown>
  >;
  if (typeof execute !== 'function') return tool;
  const refuseToSuspend = (): never => {
    throw new AdapterError(
      'bad_option',
      `${toolName} suspends its run, which would start the call again. The gate runs a call once: leave the tool out of gateTools.`,
    );
  };
  if (suspendSchema !== undefined || resumeSchema !== undefined) refuseToSuspend();
  const parameters = jsonSchemaOf(inputSchema);
  const behindTheGate: Execute = (input, given) => {
    const context = isRecord(given) ? given : {};
    const agent = isRecord(context['agent']) ? context['agent'] : {};
    const { toolCallId, threadId } = agent;
    const thread = isText(threadId) ? threadId : '';
    const signal = context['abortSignal'];
    if (!isText(toolCallId)) {
      throw new AdapterError(
        'bad_option',
        `${toolName} was called without a call id, so the gate cannot run the call at most once. Only agents can call tools behind the gate.`,
      );
    }
    return runGated(
      gate,
      {
        ...callerOf({ ...options, sessionId: options.sessionId ?? thread }),
        toolCallId,
        toolName,
        toolArgs: argsOf(input),
        ...(parameters !== undefined && isRecord(input) && { tool: { parameters } }),
      },
      (args, abortSignal) =>
        Reflect.apply(execute, tool, [
          inputOf(input, args),
          {
            ...context,
            agent: { ...agent, suspend: refuseToSuspend },
            suspend: refuseToSuspend,
            ...(abortSignal !== undefined && { abortSignal }),
          },
        ]),
      signal instanceof AbortSignal ? signal : undefined,
    );
  };
  // Mastra recognizes its tools by their class and by a symbol on them.
  const gated: object = Object.create(Object.getPrototypeOf(tool) as object | null) as object;
  return Object.assign(gated, tool, { execute: behindTheGate });
}

/**
 * Returns the tools behind the gate: each call is evaluated by the rules, asked about if needed, and run at
 * most once, with the allowed arguments. A denied call fails with a message for the model. Tools without
 * `execute` are returned unchanged.
 * @throws AdapterError `bad_option` for a tool that suspends its run. A call fails with it outside of an agent,
 * or without a conversation.
 */
export function gateTools<Tools extends Readonly<Record<string, object>>>(
  tools: Tools,
  gate: ToolGate,
  options: MastraGateOptions = {},
): Tools {
  checkOptions('gateTools', [gate, ['run']], options);
  const gated = Object.entries(tools).map(([name, tool]) => [
    name,
    gateTool(name, tool, gate, options),
  ]);
  return Object.fromEntries(gated) as Tools;
}
