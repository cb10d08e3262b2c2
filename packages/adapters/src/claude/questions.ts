import type { InteractionPart, InteractionResponse, PartResponse } from '@hitl/protocol';
import { AdapterError } from '../base/adapter-error.ts';
import { isRecord } from '../base/is-record.ts';
import { isText } from '../base/question.ts';

type Input = Readonly<Record<string, unknown>>;

/** The tool that Claude calls to ask a person. */
export function isQuestion(toolName: string): boolean {
  return toolName === 'AskUserQuestion';
}

/** The question for a card, which combines several questions of Claude. */
const ALL = 'Claude asks';

function questionsOf({ questions }: Input): readonly Input[] {
  const asked: unknown[] = Array.isArray(questions) ? questions : [];
  if (asked.length > 0 && asked.every(isRecord)) return asked;
  throw new AdapterError('unsupported_request', 'AskUserQuestion was called without questions.');
}

function optionOf(option: unknown) {
  const { label, description } = isRecord(option) ? option : {};
  if (!isText(label)) {
    throw new AdapterError('unsupported_request', 'An option of AskUserQuestion has no label.');
  }
  return { value: label, label, ...(isText(description) && { description }) };
}

function partOf(asked: Input, id: string): InteractionPart {
  const { question, header, options, multiSelect } = asked;
  if (!isText(question) || !Array.isArray(options)) {
    throw new AdapterError('unsupported_request', 'A question of AskUserQuestion has no text.');
  }
  return {
    id,
    type: 'select',
    title: question,
    required: true,
    ...(isText(header) && { description: header }),
    options: options.map(optionOf),
    multiple: multiSelect === true,
    // Claude Code always offers a free text.
    allow_other: true,
  };
}

/**
 * Converts the arguments of `AskUserQuestion` to a question: a single one becomes a choice, several become a
 * combined question.
 * @throws AdapterError `unsupported_request` if they are not questions.
 */
export function questionPart(input: Input, id: string): InteractionPart {
  const questions = questionsOf(input);
  const [only] = questions;
  if (questions.length === 1 && only !== undefined) return partOf(only, id);
  return {
    id,
    type: 'combined',
    title: ALL,
    required: true,
    interactions: questions.map((asked, index) => partOf(asked, `question_${index + 1}`)),
  };
}

/** An answer in the format of Claude Code: several choices separated by commas. */
function textOf({ selected_values: chosen = [], other }: PartResponse): string {
  return [...chosen, ...(other === undefined ? [] : [other])].join(', ');
}

/** The arguments of `AskUserQuestion` with the answers added, by the texts of the questions. */
export function answeredInput(
  input: Readonly<Record<string, unknown>>,
  response: InteractionResponse,
): Record<string, unknown> {
  const questions = questionsOf(input);
  const parts = questions.length === 1 ? [response] : (response.responses ?? []);
  const answers = questions.flatMap(({ question }, index) => {
    const part =
      questions.length === 1
        ? parts[0]
        : parts.find(({ request_id: id }) => id === `question_${index + 1}`);
    return isText(question) && part !== undefined ? [[question, textOf(part)] as const] : [];
  });
  return { ...input, answers: Object.fromEntries(answers) };
}
