import { HitlError } from '@hitl/protocol/endpoints';
import {
  elicitationQuestion,
  elicitResultOf,
  type ElicitParams,
  type ElicitResult,
} from './elicitation.ts';
import { checkOptions } from './check-options.ts';
import { withShortTexts } from './short-texts.ts';
import { callerOf, type GateOptions, type QuestionGate } from './gate.ts';

/** The origin of elicitations. */
export interface ElicitationOptions extends GateOptions {
  /** Name of the MCP server, shown to the person. Set by your program: a server does not name itself. */
  readonly serverName: string;
}

/** Identifies an elicitation: the same id again, after a restart, is the same question. */
export interface ElicitationCall {
  /** Unique in the session. */
  readonly id: string;
  readonly signal?: AbortSignal | undefined;
}

/** Has a person answer one elicitation. */
export type ElicitationHandler = (
  params: ElicitParams,
  call: ElicitationCall,
) => Promise<ElicitResult>;

/** How often a form is asked again if its values do not fit. */
const MAX_ATTEMPTS = 5;

/**
 * Creates a handler that has the elicitations of an MCP server answered in the inbox. An expired or cancelled
 * question is `cancel`; only a person's own refusal is `decline`. A form whose values do not fit the schema
 * is asked again.
 */
export function createElicitationHandler(
  gate: QuestionGate,
  options: ElicitationOptions,
): ElicitationHandler {
  checkOptions('createElicitationHandler', [gate, ['ask']], options, ['serverName']);
  const { serverName } = options;
  const caller = callerOf(options);
  return async (params, { id, signal }) => {
    let note = `${serverName} asks.`;
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const { id: _, required: __, ...question } = elicitationQuestion(params, note);
      const answer = await gate.ask(
        withShortTexts({
          ...caller,
          toolCallId: attempt === 1 ? id : `${id}#${attempt}`,
          question,
          allowedActions: ['deny'] as const,
        }),
        signal === undefined ? {} : { signal },
      );
      if (answer.outcome === 'declined') return { action: 'decline' };
      if (answer.outcome !== 'answered') return { action: 'cancel' };
      try {
        return elicitResultOf(params, answer.response);
      } catch (error) {
        if (!HitlError.isInstance(error)) throw error;
        note = `${serverName} asks again: ${error.message}`;
      }
    }
    return { action: 'cancel' };
  };
}
