import { argsOf, inputOf } from '../base/call-args.ts';
import { checkOptions } from '../base/check-options.ts';
import { callerOf, runGated, type GateOptions, type ToolGate } from '../base/gate.ts';
import { jsonSchemaOf } from '../base/json-schema.ts';
import { isRecord } from '../base/is-record.ts';

/** The part of the options of `execute` that is used here. */
interface ExecuteOptions {
  readonly toolCallId: string;
  readonly abortSignal?: AbortSignal;
}

type Execute = (input: unknown, options: ExecuteOptions) => unknown;

interface RunnableTool {
  readonly execute?: Execute;
  readonly inputSchema?: unknown;
}

function isStream(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

/** The last value of a stream of results, which is the tool's output. */
async function lastOf(value: unknown): Promise<unknown> {
  if (!isStream(value)) return value;
  let last: unknown;
  for await (const part of value) last = part;
  return last;
}

/**
 * Returns the tools behind the gate: each call is evaluated by the rules, asked about if needed, and run at
 * most once, with the allowed arguments. A denied call fails with a message for the model. Tools without
 * `execute` are returned unchanged. Of a tool that streams its results, only the last one is returned.
 */
export function gateTools<Tools extends Readonly<Record<string, object>>>(
  tools: Tools,
  gate: ToolGate,
  options: GateOptions,
): Tools {
  checkOptions('gateTools', [gate, ['run']], options);
  const caller = callerOf(options);
  const gated = Object.entries(tools).map(([toolName, tool]): [string, object] => {
    const { execute, inputSchema } = tool as RunnableTool;
    if (execute === undefined) return [toolName, tool];
    const parameters = jsonSchemaOf(inputSchema);
    const behindTheGate: Execute = (input, context) =>
      runGated(
        gate,
        {
          ...caller,
          toolCallId: context.toolCallId,
          toolName,
          toolArgs: argsOf(input),
          ...(parameters !== undefined && isRecord(input) && { tool: { parameters } }),
        },
        (args, signal) =>
          lastOf(
            Reflect.apply(execute, tool, [
              inputOf(input, args),
              { ...context, abortSignal: signal },
            ]),
          ),
        context.abortSignal,
      );
    return [toolName, { ...tool, execute: behindTheGate }];
  });
  return Object.fromEntries(gated) as Tools;
}
