import { AdapterError } from './adapter-error.ts';
import {
  elicitationQuestion,
  elicitResultOf,
  type ElicitParams,
  type ElicitResult,
} from './elicitation.ts';
import type { Answer, GateQuestion } from '@hitl/client/gate';

/** What asks a person: `createGate(…)` of `@hitl/client/gate`, or `createHitl(…).gate`. */
export interface AskingGate {
  ask(question: GateQuestion, options?: { readonly signal?: AbortSignal }): Promise<Answer>;
}

/** Who is asked, and in whose name. */
export interface ElicitationOptions {
  /** Names the conversation at the gate. */
  readonly sessionId: string;
  /** Names the MCP server to the person. Set by your program: a server does not name itself. */
  readonly serverName: string;
  readonly userId?: string | undefined;
  readonly agentId?: string | undefined;
  readonly runId?: string | undefined;
}

/** Which question it is: the same id again, after a restart, is the same question. */
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

/** How often a form is asked again whose values do not fit. */
const MAX_ATTEMPTS = 5;

/**
 * Answers the elicitations of an MCP server in the inbox. An expired or cancelled question is `cancel`;
 * only a person's own refusal is `decline`. Values that do not fit the schema are asked for again.
 */
export function createElicitationHandler(
  gate: AskingGate,
  options: ElicitationOptions,
): ElicitationHandler {
  const { sessionId, serverName, userId, agentId, runId } = options;
  return async (params, { id, signal }) => {
    let note = `${serverName} asks.`;
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const { id: _, required: __, ...question } = elicitationQuestion(params, note);
      const answer = await gate.ask(
        {
          sessionId,
          toolCallId: attempt === 1 ? id : `${id}#${attempt}`,
          question,
          userId,
          agentId,
          runId,
          allowedActions: ['deny'],
        },
        signal === undefined ? {} : { signal },
      );
      if (answer.outcome === 'declined') return { action: 'decline' };
      if (answer.outcome !== 'answered') return { action: 'cancel' };
      try {
        return elicitResultOf(params, answer.response);
      } catch (error) {
        if (!(error instanceof AdapterError)) throw error;
        note = `${serverName} asks again: ${error.message}`;
      }
    }
    return { action: 'cancel' };
  };
}
