import { AdapterError } from '../base/adapter-error.ts';
import type { ElicitationCall, ElicitationHandler } from '../base/elicitation-handler.ts';
import type { ElicitParams, ElicitResult } from '../base/elicitation.ts';

/** A result of MCP 2026-07-28 that asks before the call can go on. */
export interface InputRequired {
  readonly resultType: 'input_required';
  readonly inputRequests?: Readonly<
    Record<string, { readonly method: string; readonly params?: unknown }>
  >;
  readonly requestState?: unknown;
}

/** What the call is sent again with. */
export interface InputResponses {
  readonly inputResponses: Readonly<Record<string, ElicitResult>>;
  readonly requestState?: unknown;
}

/**
 * Answers what a result of MCP 2026-07-28 asks, one question after the other. Send the call again with
 * what it returns.
 * @throws AdapterError `unsupported_request` where the server asks for anything but an elicitation.
 */
export async function answerInputRequests(
  result: InputRequired,
  handler: ElicitationHandler,
  call: ElicitationCall,
): Promise<InputResponses> {
  const { inputRequests = {}, requestState } = result;
  const answers: [string, ElicitResult][] = [];
  for (const [key, { method, params }] of Object.entries(inputRequests)) {
    if (method !== 'elicitation/create') {
      throw new AdapterError('unsupported_request', `${method} is not answered by a person.`);
    }
    const own = { ...call, id: `${call.id}:${key}` };
    answers.push([key, await handler(params as ElicitParams, own)]);
  }
  return {
    inputResponses: Object.fromEntries(answers),
    ...(requestState !== undefined && { requestState }),
  };
}
