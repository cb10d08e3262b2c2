import type { RunEvent } from '@hitl/protocol';
import { plain } from '../terminal/table.ts';

const MAX_LENGTH = 160;

/** One line of progress for an event; `null` for one that is not worth a line. */
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

function short(text: string): string {
  const line = plain(text);
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line;
}
