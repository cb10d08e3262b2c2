import type { RunEvent, ToolProgress } from '@hitl/protocol';
import { plain } from '../terminal/table.ts';

const MAX_LENGTH = 160;

/** One line of progress for an event; `null` if it is not worth a line. */
export function progressOf(event: RunEvent): string | null {
  switch (event.type) {
    case 'tool_started':
      return event.data.tool_name === 'ask_human'
        ? null
        : short(`runs ${event.data.tool_name} ${JSON.stringify(event.data.args)}`);
    case 'tool_completed': {
      const { tool_name: name, is_success, error } = event.data.result;
      return is_success ? null : short(`${name} failed: ${error ?? ''}`);
    }
    case 'step_completed': {
      const { role, content, tool_calls: calls = [] } = event.data.step;
      return role === 'assistant' && calls.length > 0 && content !== '' ? short(content) : null;
    }
    default:
      return null;
  }
}

/** Minimum interval of the progress lines of one call. */
const LINE_EVERY_MS = 1000;

/** Formats the progress of running tools: at most one line a second for each call, without repeats. */
export function createProgressLines(now: () => number = () => performance.now()): {
  /** Registers the call of an event. */
  add(event: RunEvent): void;
  /** The line for a progress report; `null` if it is a repeat or too early. */
  lineOf(progress: ToolProgress): string | null;
} {
  const calls = new Map<string, { readonly name: string; line?: string; at?: number }>();
  return {
    add(event) {
      if (event.type === 'tool_started') {
        const { tool_call_id: id, tool_name: name } = event.data;
        calls.set(`${event.run_id} ${id}`, { name });
      }
      if (event.type === 'tool_completed') {
        calls.delete(`${event.run_id} ${event.data.result.tool_call_id}`);
      }
    },
    lineOf({ run_id: runId, data }) {
      const call = calls.get(`${runId} ${data.tool_call_id}`);
      if (call === undefined) return null;
      const line = short([`${call.name}:`, ...amountOf(data), ...lastLine(data.text)].join(' '));
      const time = now();
      const tooEarly = call.at !== undefined && time - call.at < LINE_EVERY_MS;
      if (tooEarly || line === call.line || line === `${call.name}:`) return null;
      Object.assign(call, { line, at: time });
      return line;
    },
  };
}

function amountOf({ progress, total }: ToolProgress['data']): string[] {
  if (progress === undefined) return [];
  return [total === undefined ? `${progress}` : `${progress} of ${total}`];
}

function lastLine(text = ''): string[] {
  const line = text.trimEnd().split('\n').at(-1) ?? '';
  return line === '' ? [] : [line];
}

function short(text: string): string {
  const line = plain(text);
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line;
}
