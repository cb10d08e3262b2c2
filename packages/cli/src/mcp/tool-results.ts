import type { Completion } from '@hitl/client/gate';
import { isObject } from '../process/json.ts';
import { objectIn, type Message } from './json-rpc.ts';

/** A tool result with one text, valid in both revisions of the protocol. */
export function textResult(text: string, isError: boolean): Message {
  return { resultType: 'complete', content: [{ type: 'text', text }], isError };
}

/** Whether a server asks its client for input before it continues the call. */
export function needsInput(response: Message): boolean {
  return objectIn(response, 'result')['resultType'] === 'input_required';
}

/** The outcome of a call, for the record. */
export function completionOf(response: Message): Completion {
  if (isObject(response['error'])) {
    const { message } = response['error'];
    const why = typeof message === 'string' ? message : 'The server failed.';
    return { content: why, isSuccess: false, error: why };
  }
  const { content, isError } = objectIn(response, 'result');
  const parts: readonly unknown[] = Array.isArray(content) ? content : [];
  const texts = parts.map((part) => {
    if (!isObject(part)) return '';
    const { text, type } = part;
    return typeof text === 'string' ? text : `[${typeof type === 'string' ? type : 'content'}]`;
  });
  return { content: texts.join('\n'), isSuccess: isError !== true };
}
