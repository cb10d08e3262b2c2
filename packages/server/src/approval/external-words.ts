import type { CreateInteractionInput, ExternalWords, RiskLevel } from '@hitl/protocol';
import { given } from '../base/given.ts';
import type { Caller } from '../store/caller.ts';

/**
 * The words of the caller of `POST /interactions` about its call or question; `undefined` if there
 * are none. They are separate members of the request, so that they do not look like the server's.
 */
export function externalWords(
  caller: Caller,
  input: CreateInteractionInput,
): ExternalWords | undefined {
  const { reason, risk_level, metadata } = input;
  // A question has its own members for title and description.
  const isCall = input.type === undefined;
  const title = isCall ? input.title : undefined;
  const description = isCall ? input['description'] : undefined;
  const words: ExternalWords = given({
    title,
    description: typeof description === 'string' ? description : undefined,
    reason,
    risk_level,
    metadata: Object.keys(metadata ?? {}).length > 0 ? metadata : undefined,
  });
  if (Object.keys(words).length === 0) return undefined;
  return { ...(caller.userId !== null && { caller: caller.userId }), ...words };
}

const RISKS: readonly RiskLevel[] = ['low', 'medium', 'high'];

/** The highest of some risks; `undefined` if none is known. */
export function highestRisk(...levels: readonly (RiskLevel | undefined)[]): RiskLevel | undefined {
  return RISKS.findLast((risk) => levels.includes(risk));
}
