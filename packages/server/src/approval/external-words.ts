import type { CreateInteractionInput, ExternalWords, RiskLevel } from '@hitl/protocol';
import type { Caller } from '../store/caller.ts';

/**
 * The words of the caller of `POST /interactions` about its call or question. They are kept apart
 * in the request, so that they do not pass for the server's. `undefined`: there are none.
 */
export function externalWords(
  caller: Caller,
  input: CreateInteractionInput,
): ExternalWords | undefined {
  const { reason, risk_level, metadata } = input;
  // Title and description of a question are in their own members.
  const isCall = input.type === undefined;
  const title = isCall ? input.title : undefined;
  const description = isCall ? input['description'] : undefined;
  const words: ExternalWords = {
    ...(title !== undefined && { title }),
    ...(typeof description === 'string' && { description }),
    ...(reason !== undefined && { reason }),
    ...(risk_level !== undefined && { risk_level }),
    ...(metadata !== undefined && Object.keys(metadata).length > 0 && { metadata }),
  };
  if (Object.keys(words).length === 0) return undefined;
  return { ...(caller.userId !== null && { caller: caller.userId }), ...words };
}

const RISKS: readonly RiskLevel[] = ['low', 'medium', 'high'];

/** The highest of some risks; `undefined` if none is known. */
export function highestRisk(...levels: readonly (RiskLevel | undefined)[]): RiskLevel | undefined {
  return RISKS.findLast((risk) => levels.includes(risk));
}
