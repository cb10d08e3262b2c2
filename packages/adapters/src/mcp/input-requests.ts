import { AdapterError } from '../base/adapter-error.ts';
import type { ElicitationCall, ElicitationHandler } from '../base/elicitation-handler.ts';
import type { ElicitParams, ElicitResult } from '../base/elicitation.ts';

/** A result of MCP 2026-07-28 that requests input before the call can continue. */
export interface InputRequired {
  readonly resultType: 'input_required';
  readonly inputRequests?: Readonly<
    Record<string, { readonly method: string; readonly params?: unknown }>
  >;
  readonly requestState?: unknown;
}

/** Members to send the call again with. */
export interface InputResponses {
  readonly inputResponses: Readonly<Record<string, ElicitResult>>;
  readonly requestState?: unknown;
}

/**
 * Answers the input requests of a result of MCP 2026-07-28, one after the other. Send the call again with the
 * returned members.
 * @throws AdapterError `unsupported_request` if the server requests anything but an elicitation.
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
