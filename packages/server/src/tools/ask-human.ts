import { answerContent } from '@hitl/protocol/fold';
import type { JsonSchema, Tool } from '../agents/tool.ts';
import { readQuestion } from './question.ts';
import { settingsOf, type ToolSettings } from './tool-settings.ts';
import { messageOf } from '../base/message-of.ts';

/** Options of the tool that asks people. */
export interface AskHumanToolOptions extends ToolSettings {
  /** Whether an empty text answers a plain question. Default `false`. */
  readonly emptyAnswers?: boolean;
}

const PARAMETERS: JsonSchema = {
  type: 'object',
  properties: {
    prompt: { type: 'string', description: 'The question, as the person reads it.' },
    input_type: {
      type: 'string',
      description: 'For a text: text (default), password, confirmation, number, email, url …',
    },
    sensitive: {
      type: 'boolean',
      description: 'For a text: whether the answer is a secret. Default false.',
    },
    interaction: {
      type: 'object',
      description:
        'Asks for something other than one text: a choice (select: options, multiple, min_selected, max_selected, allow_other), a yes or no (confirm: confirm_text, cancel_text) or several things together (combined: interactions, each with type, title and its own fields).',
      properties: {
        type: { enum: ['input', 'select', 'confirm', 'combined'] },
        options: {
          type: 'array',
          items: {
            anyOf: [
              { type: 'string' },
              {
                type: 'object',
                properties: {
                  value: { type: 'string' },
                  label: { type: 'string' },
                  description: { type: 'string' },
                },
                required: ['value', 'label'],
              },
            ],
          },
        },
        interactions: { type: 'array', items: { type: 'object' } },
      },
      required: ['type'],
    },
  },
  required: ['prompt'],
  additionalProperties: false,
};

/**
 * A tool that asks the person a question: an input, or with `interaction` a select, confirm or
 * combined. The question is part of the batch, like an authorization, so no call runs before it is
 * answered.
 */
export function createAskHumanTool(options: AskHumanToolOptions = {}): Tool {
  const { emptyAnswers = false } = options;
  return {
    name: 'ask_human',
    description:
      'Asks the person and returns the answer: the text, or JSON for a choice, a yes or no, or several parts.',
    parameters: PARAMETERS,
    effects: 'keyed',
    requiresConsent: false,
    ...settingsOf(options),
    question: (args) => questionOf(args, !emptyAnswers),
    execute(_args, context) {
      const answer = context.answers[0];
      return answer === undefined
        ? Promise.reject(new Error('The question was not answered'))
        : Promise.resolve({ content: answerContent(answer) });
    },
  };
}

function questionOf(args: Readonly<Record<string, unknown>>, required: boolean) {
  const { prompt, input_type = 'text', sensitive = false, interaction } = args;
  if (typeof prompt !== 'string' || prompt.trim() === '') {
    throw new Error('ask_human needs a prompt: the question to ask, as text');
  }
  const own = typeof interaction === 'object' && interaction !== null ? interaction : undefined;
  const text = own === undefined || ('type' in own && own.type === 'input');
  if (sensitive === true && !text) {
    throw new Error('ask_human can only keep a text secret: leave out sensitive or interaction');
  }
  try {
    return readQuestion({
      ...(text && { type: 'input', input_type, sensitive }),
      ...own,
      ...(own === undefined && { required }),
      // The model must not set metadata or a deadline.
      metadata: undefined,
      expires_at: undefined,
      title: prompt,
    });
  } catch (error) {
    throw new Error(`ask_human cannot ask this: ${messageOf(error)}`, { cause: error });
  }
}
