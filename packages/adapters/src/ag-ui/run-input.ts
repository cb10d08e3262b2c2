import { AdapterError } from '../base/adapter-error.ts';
import { isRecord } from '../base/is-record.ts';
import type { UserMessage } from './transcript.ts';
import type { AgUiResumeEntry } from './wire.ts';

/** A parsed request of AG-UI. */
export type AgUiRequest = {
  readonly threadId: string;
  readonly runId: string;
} & (
  | { readonly kind: 'message'; readonly messageId: string; readonly text: string }
  | { readonly kind: 'resume'; readonly entries: readonly AgUiResumeEntry[] }
  /** Neither a new message nor answers: shows the state of the thread, and follows it. */
  | { readonly kind: 'connect'; readonly clientMessages: readonly UserMessage[] }
);

function refuse(field: string, value: unknown, expected: string): never {
  const got = (JSON.stringify(value) ?? 'undefined').slice(0, 80);
  throw new AdapterError('unsupported_request', `${field} is ${got}; expected ${expected}.`);
}

const isId = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= 256;

/**
 * Reads a `RunAgentInput`. Of `messages` only the last one counts, if it is a user's: the server has the
 * transcript of the thread, and takes from a client no more than the ids of its messages. `tools`, `state` and `context` are ignored.
 * @throws AdapterError `unsupported_request`, naming field and value.
 */
export function readRunInput(input: unknown): AgUiRequest {
  if (!isRecord(input)) return refuse('The body', input, 'a RunAgentInput');
  const { threadId, runId, messages, resume } = input;
  if (!isId(threadId)) return refuse('threadId', threadId, '1 to 256 characters');
  if (!isId(runId)) return refuse('runId', runId, '1 to 256 characters');
  if (!Array.isArray(messages)) return refuse('messages', messages, 'a list');
  if (resume !== undefined && resume !== null) {
    if (!Array.isArray(resume)) return refuse('resume', resume, 'a list');
    if (resume.length > 0) return { threadId, runId, kind: 'resume', entries: entriesOf(resume) };
  }
  const last: unknown = messages.at(-1);
  if (!isRecord(last) || last['role'] !== 'user') {
    if (isRecord(last) && last['role'] === 'tool') {
      refuse('The last message', last['role'], 'a message of a user: tools run on the server');
    }
    return { threadId, runId, kind: 'connect', clientMessages: messages.flatMap(userMessageIn) };
  }
  const { id, content } = last;
  if (!isId(id)) return refuse('The id of the last message', id, '1 to 256 characters');
  return { threadId, runId, kind: 'message', messageId: id, text: textOf(content) };
}

/** A message of the user that may be one of the transcript. */
function userMessageIn(message: unknown): UserMessage[] {
  if (!isRecord(message) || message['role'] !== 'user') return [];
  const { id, content } = message;
  return isId(id) && typeof content === 'string' ? [{ id, text: content }] : [];
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return refuse('The content of the last message', content, 'a text');
  return content
    .map((part: unknown) => {
      if (isRecord(part) && part['type'] === 'text' && typeof part['text'] === 'string') {
        return part['text'];
      }
      return refuse('A part of the last message', part, 'a text');
    })
    .join('\n');
}

function entriesOf(resume: readonly unknown[]): AgUiResumeEntry[] {
  const entries = resume.map((entry, index): AgUiResumeEntry => {
    if (!isRecord(entry)) return refuse(`resume.${index}`, entry, 'an answer to an interrupt');
    const { interruptId, status, payload, metadata } = entry;
    if (!isId(interruptId)) refuse(`resume.${index}.interruptId`, interruptId, 'an id');
    if (status !== 'resolved' && status !== 'cancelled') {
      return refuse(`resume.${index}.status`, status, 'resolved or cancelled');
    }
    return {
      interruptId,
      status,
      payload,
      ...(isRecord(metadata) && { metadata }),
    };
  });
  const seen = new Set<string>();
  for (const { interruptId } of entries) {
    if (seen.has(interruptId)) refuse('resume', interruptId, 'one answer for each interrupt');
    seen.add(interruptId);
  }
  return entries;
}
