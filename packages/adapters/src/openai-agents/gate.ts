import type { Gate } from '@hitl/client/gate';
import { deniedContent } from '@hitl/protocol/fold';
import { AdapterError } from '../base/adapter-error.ts';
import { checkOptions } from '../base/check-options.ts';
import { callerOf, runGated, type GateOptions, type ToolGate } from '../base/gate.ts';
import { editMessage, offeredActions, type EditOptions } from '../base/edits.ts';
import { jsonSchemaOf } from '../base/json-schema.ts';
import { isRecord } from '../base/is-record.ts';
import { isText } from '../base/question.ts';
import { callOf, type InterruptionLike, type StateLike } from './interruptions.ts';

/** The part of a run's result that is used here. */
export interface ResultLike {
  readonly interruptions: readonly InterruptionLike[];
  readonly state: StateLike<InterruptionLike>;
}

/** Options of `resolveInterruptions`. */
export interface ResolveOptions<Result extends ResultLike> extends GateOptions, EditOptions {
  /** Continues the run: `(state) => run(agent, state)`. */
  readonly resume: (state: Result['state']) => Promise<Result>;
  /** Stops waiting; pending requests stay pending. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Has the gate decide about every pending call, applies the decisions to the run, and continues until nothing
 * is pending. After a restart, load the state and call it again: no one is asked twice. It only decides, and
 * the SDK runs the tool: if two hosts may resume one state, use `gateTools` too.
 * @throws AdapterError `unsupported_request`; errors of the gate and of the run.
 */
export async function resolveInterruptions<Result extends ResultLike>(
  first: Result,
  gate: Pick<Gate, 'authorize'>,
  options: ResolveOptions<Result>,
): Promise<Result> {
  const { resume, signal } = options;
  const own = ['resume', 'edits', 'signal'];
  checkOptions('resolveInterruptions', [gate, ['authorize']], options, own);
  const caller = callerOf(options);
  let result = first;
  while (result.interruptions.length > 0) {
    const { state, interruptions } = result;
    // All are requested at once, so that a person sees them together.
    const decided = await Promise.all(
      interruptions.map(async (item) => {
        const { unclear, ...call } = callOf(item);
        // Neither rules nor people can decide about it, but the model can call again.
        if (unclear !== undefined) return { item, unclear };
        const authorization = await gate.authorize(
          {
            ...caller,
            ...call,
            allowedActions: offeredActions(options),
          },
          { signal },
        );
        return { item, authorization };
      }),
    );
    for (const { item, unclear, authorization } of decided) {
      if (authorization === undefined) {
        state.reject(item, { message: `${unclear} Use a string for a number with many digits.` });
        continue;
      }
      const { decision, edited, args, text = '', reason = 'It was not allowed' } = authorization;
      if (decision === 'answer') state.reject(item, { message: text });
      else if (decision === 'deny') state.reject(item, { message: deniedContent(reason) });
      else if (edited === true) state.reject(item, { message: editMessage(args) });
      else state.approve(item);
    }
    result = await resume(state);
  }
  return result;
}

type Invoke = (context: unknown, input: string, details?: unknown) => unknown;

function inputOf(text: string): Record<string, unknown> {
  const input: unknown = text === '' ? {} : JSON.parse(text);
  return isRecord(input) ? { ...input } : { input };
}

/**
 * Returns the function tools behind the gate: each call is evaluated by the rules, asked about if needed, and
 * run at most once, with the allowed arguments. Other tools are returned unchanged.
 */
export function gateTools<Tool extends object>(
  tools: readonly Tool[],
  gate: ToolGate,
  options: GateOptions,
): Tool[] {
  checkOptions('gateTools', [gate, ['run']], options);
  const caller = callerOf(options);
  return tools.map((tool) => {
    const { name, invoke, parameters: schema } = tool as Partial<Record<string, unknown>>;
    if (typeof invoke !== 'function' || !isText(name)) return tool;
    const parameters = jsonSchemaOf(schema);
    const behindTheGate: Invoke = async (context, input, details) => {
      const { toolCall, signal } = isRecord(details) ? details : {};
      const toolCallId = isRecord(toolCall) ? toolCall['callId'] : undefined;
      if (!isText(toolCallId)) {
        throw new AdapterError('bad_option', `${name} was called without the id of a call.`);
      }
      try {
        return await runGated(
          gate,
          {
            ...caller,
            toolCallId,
            toolName: name,
            toolArgs: inputOf(input),
            ...(parameters !== undefined && { tool: { parameters } }),
          },
          (args) => Reflect.apply(invoke, tool, [context, JSON.stringify(args), details]),
          signal instanceof AbortSignal ? signal : undefined,
        );
      } catch (error) {
        if (error instanceof AdapterError && error.code === 'call_denied') return error.message;
        throw error;
      }
    };
    return { ...tool, invoke: behindTheGate };
  });
}
