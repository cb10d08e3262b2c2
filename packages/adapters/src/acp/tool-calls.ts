import type { MappedCall } from '../base/mapped-call.ts';
import { isRecord } from '../base/is-record.ts';
import { isText } from '../base/question.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A `ToolCallUpdate` of ACP: a call, or changes to it. */
export interface ToolCallLike {
  readonly toolCallId: string;
  /** The agent's name for the tool, if it sends one. */
  readonly name?: string | null | undefined;
  /** `read`, `edit`, `execute` and so on. */
  readonly kind?: string | null | undefined;
  readonly title?: string | null | undefined;
  readonly status?: string | null | undefined;
  readonly content?: readonly unknown[] | null | undefined;
  readonly rawInput?: unknown;
  readonly rawOutput?: unknown;
}

/** The file changes among the content of a call. */
function changesOf({ content }: ToolCallLike): Fields[] {
  return (content ?? []).filter(isRecord).flatMap(({ type, path, oldText, newText }) => {
    if (type !== 'diff') return [];
    return [{ path, ...(isText(oldText) && { old_text: oldText }), new_text: newText }];
  });
}

/** The texts among the content of a call. */
function textsOf({ content }: ToolCallLike): string[] {
  return (content ?? []).filter(isRecord).flatMap(({ content: block }) => {
    const text = isRecord(block) ? block['text'] : undefined;
    return isText(text) ? [text] : [];
  });
}

/**
 * Maps a call to the name and arguments that the agent sends, else to its kind with its title and file
 * changes.
 */
export function mapToolCall(call: ToolCallLike): MappedCall {
  const { name, kind, title, rawInput } = call;
  const toolName = [name, kind].find(isText) ?? 'other';
  if (isRecord(rawInput)) return { toolName, toolArgs: rawInput };
  const changes = changesOf(call);
  return {
    toolName,
    toolArgs: {
      ...(isText(title) && { title }),
      ...(rawInput !== undefined && rawInput !== null && { input: rawInput }),
      ...(changes.length > 0 && { changes }),
    },
  };
}

/** The result of a finished call, as reported by the agent. */
export function completionOf(call: ToolCallLike): {
  content: string;
  isSuccess: boolean;
  output?: unknown;
} {
  const { status, rawOutput } = call;
  const isSuccess = status !== 'failed';
  const said = textsOf(call).join('\n');
  if (isText(rawOutput)) return { content: rawOutput, isSuccess };
  if (rawOutput === undefined || rawOutput === null) return { content: said, isSuccess };
  const content = said === '' ? JSON.stringify(rawOutput) : said;
  return { content, isSuccess, output: rawOutput };
}

/** Calls reported by agents: a permission request may refer to its call by the id alone. */
export interface ToolCalls {
  /** Merges an update into the known call and returns it. */
  readonly merge: (sessionId: string, update: ToolCallLike) => ToolCallLike;
  /** Drops a call that has ended. */
  readonly forget: (sessionId: string, toolCallId: string) => void;
}

/** Creates an empty collection. */
export function createToolCalls(): ToolCalls {
  const known = new Map<string, ToolCallLike>();
  const keyOf = (sessionId: string, id: string): string => JSON.stringify([sessionId, id]);
  return {
    merge(sessionId, update) {
      const key = keyOf(sessionId, update.toolCallId);
      const news = Object.entries(update).filter(
        ([, value]) => value !== undefined && value !== null,
      );
      const { toolCallId } = update;
      const call = { ...known.get(key), ...Object.fromEntries(news), toolCallId };
      known.set(key, call);
      return call;
    },
    forget: (sessionId, id) => void known.delete(keyOf(sessionId, id)),
  };
}

/** The call in a `session/update`, if it contains one. */
export function updatedCall(update: unknown): ToolCallLike | undefined {
  if (!isRecord(update)) return undefined;
  const { sessionUpdate, toolCallId } = update;
  const tells = sessionUpdate === 'tool_call' || sessionUpdate === 'tool_call_update';
  return tells && isText(toolCallId) ? { ...update, toolCallId } : undefined;
}
