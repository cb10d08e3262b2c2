import type { CreateInteractionInput, ExternalWords, RiskLevel } from '@hitl/protocol';
import type { Caller } from '../store/caller.ts';

/**
 * What the caller of `POST /interactions` says about its call or question. It is kept apart in the
 * request, so that no one takes it for what the server says. `undefined`: it says nothing.
 */
export function externalWords(
  caller: Caller,
  input: CreateInteractionInput,
): ExternalWords | undefined {
  const { reason, risk_level, metadata } = input;
  // A question's own title and description are in their place.
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

/** The highest of some risks; `undefined`: none of them is known. */
export function highestRisk(...levels: readonly (RiskLevel | undefined)[]): RiskLevel | undefined {
  return RISKS.findLast((risk) => levels.includes(risk));
}
