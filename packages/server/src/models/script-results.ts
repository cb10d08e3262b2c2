import type { PartResponse } from '@hitl/protocol';
import type { ModelMessage } from '../agents/model.ts';

/**
 * Condition on the result of a call: `succeeded`, `denied` (by a person or a rule, or a declined
 * question), `failed` (neither), or containing a string.
 */
export type ResultCondition = 'succeeded' | 'denied' | 'failed' | { readonly contains: string };

type ToolMessage = Extract<ModelMessage, { role: 'tool' }>;

const DENIED = /^(?:Tool execution denied: |User declined to answer|User did not answer)/;

/**
 * Whether the newest results of the named calls match their conditions. A call without a result
 * never does.
 */
export function fits(
  when: Readonly<Record<string, ResultCondition>>,
  messages: readonly ModelMessage[],
): boolean {
  return Object.entries(when).every(([id, condition]) => {
    const result = resultOf(id, messages);
    if (result === undefined) return false;
    if (typeof condition === 'object') return result.content.includes(condition.contains);
    return statusOf(result) === condition;
  });
}

function statusOf({ content, isSuccess }: ToolMessage): ResultCondition {
  if (isSuccess) return 'succeeded';
  return DENIED.test(content) ? 'denied' : 'failed';
}

function resultOf(id: string, messages: readonly ModelMessage[]): ToolMessage | undefined {
  return messages.findLast(
    (message): message is ToolMessage => message.role === 'tool' && message.toolCallId === id,
  );
}

/** Replaces placeholders by results. Unknown placeholders stay unchanged. */
export function fillIn(text: string, messages: readonly ModelMessage[]): string {
  return text.replaceAll(/\{\{([^{}]+)\}\}/g, (whole, name: string) => {
    const place = name.trim();
    const result = resultOf(place, messages);
    if (result !== undefined) return result.content;
    const [, id = '', what, part] = /^(.*?)\.(answer|note)(?:\.(.+))?$/.exec(place) ?? [];
    const content = resultOf(id, messages)?.content;
    if (content === undefined) return whole;
    return (what === 'note' ? noteIn(content) : answerIn(content, part)) ?? whole;
  });
}

const NOTES = [
  /^Tool execution denied: [^:]+: ([^]*?)\.? Please ask the user /,
  /^User declined to answer: ([^]*?)\.?$/,
];

/** The reason that a person gave for a denial; empty if there is none. */
function noteIn(content: string): string {
  return NOTES.map((pattern) => pattern.exec(content)?.[1]).find(Boolean) ?? '';
}

type Answer = Partial<PartResponse>;

/** The answer to a question in words; for a form, that of the named part. */
function answerIn(content: string, part: string | undefined): string | undefined {
  const answer = parsed(content);
  if (part === undefined) return answer === undefined ? content : inWords(answer);
  const found = answer?.responses?.find(({ request_id: id }) => id === part);
  return found && inWords(found);
}

function parsed(content: string): Answer | undefined {
  try {
    const value: unknown = JSON.parse(content);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function inWords({
  text,
  selected_values: values = [],
  other,
  confirmed,
  responses,
}: Answer): string {
  if (responses !== undefined) return responses.map(inWords).filter(Boolean).join(', ');
  if (confirmed !== undefined) return confirmed ? 'yes' : 'no';
  return text ?? [...values, ...(other ? [other] : [])].join(', ');
}
