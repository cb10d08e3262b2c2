import type { InteractionPart, PartResponse } from '@hitl/protocol';
import type { FieldWords } from './field-words.ts';

/** The input of one field. */
export interface FieldAnswer {
  readonly text?: string;
  readonly selected_values?: readonly string[];
  /** Text of the "other" option; set, even if empty, while that option is chosen. */
  readonly other?: string;
  readonly confirmed?: boolean;
}

/**
 * Input of a question by the path of each field in the response: '' for the request itself,
 * `responses.1.` for the second part of a combined one. Paths of issues start with the same paths.
 */
export type Answers = Readonly<Record<string, FieldAnswer>>;

/** Whether input of this field must be masked and never stored. */
export function asksSecretly(part: InteractionPart): boolean {
  return part.type === 'input' && (part.sensitive || part.input_type === 'password');
}

const SECRET_WORDS =
  /\b(pass(word|phrase|code)|api[ _-]?key|secret|(access|auth|private)[ _-]?(token|key)|pin code)\b|密码|口令|密钥/i;

/** Whether a field seems to ask for a secret without being marked as one. */
export function looksSecret(part: InteractionPart): boolean {
  if (part.type !== 'input' || asksSecretly(part)) return false;
  return [part.title, part.description, part.placeholder].some(
    (text) => text !== undefined && SECRET_WORDS.test(text),
  );
}

/** Whether any field of a question seems to ask for a secret without being marked as one. */
export function asksForSecret(part: InteractionPart): boolean {
  return part.type === 'combined' ? part.interactions.some(asksForSecret) : looksSecret(part);
}

/** The value of a field: the input, else its default. */
export function answerAt(part: InteractionPart, answers: Answers, place: string): FieldAnswer {
  const entered = answers[place];
  if (entered !== undefined) return entered;
  if (part.type === 'input') return { text: part.default_value ?? '' };
  if (part.type !== 'select') return {};
  const defaults = (part.default_values ?? []).filter((value) =>
    part.options.some((option) => option.value === value),
  );
  return { selected_values: part.multiple ? defaults : defaults.slice(0, 1) };
}

/** The response made of the input, valid or not. */
export function responseOf(part: InteractionPart, answers: Answers, place = ''): PartResponse {
  const { id: request_id, type } = part;
  if (part.type === 'combined') {
    const responses = part.interactions.map((child, index) =>
      responseOf(child, answers, `${place}responses.${index}.`),
    );
    return { request_id, type, responses };
  }
  const { text, selected_values, other, confirmed } = answerAt(part, answers, place);
  switch (part.type) {
    case 'input':
      return { request_id, type, text: text ?? '' };
    case 'select':
      return {
        request_id,
        type,
        selected_values: [...(selected_values ?? [])],
        ...(other !== undefined && other !== '' && { other }),
      };
    case 'confirm':
      return { request_id, type, ...(confirmed !== undefined && { confirmed }) };
  }
}

/** The message for an invalid answer; `fallback` if we have no text for the reason. */
export function explain(
  part: InteractionPart,
  answer: FieldAnswer,
  messages: FieldWords,
  fallback: string,
): string {
  if (part.type === 'input') {
    const { text = '' } = answer;
    if (text === '') return messages.needed;
    if (text.length < (part.min_length ?? 0)) return messages.tooShort(part.min_length ?? 0);
    if (text.length > (part.max_length ?? Infinity)) return messages.tooLong(part.max_length ?? 0);
    if (part.input_type === 'number') return messages.notANumber;
  }
  if (part.type === 'select') {
    const count = (answer.selected_values?.length ?? 0) + (answer.other ? 1 : 0);
    const least = Math.max(part.min_selected ?? 0, part.required ? 1 : 0);
    if (count < least) return part.multiple ? messages.chooseAtLeast(least) : messages.chooseOne;
    const most = part.multiple ? (part.max_selected ?? Infinity) : 1;
    if (count > most) return messages.chooseAtMost(most);
  }
  if (part.type === 'confirm' && answer.confirmed === undefined) return messages.needed;
  return fallback;
}
