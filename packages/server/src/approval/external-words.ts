import type { CreateInteractionInput, ExternalWords, RiskLevel } from '@hitl/protocol';
import type { Issue } from '@hitl/protocol/endpoints';
import { QUESTION_MEMBERS, TEXT_LIMITS, tooLong, type TextLimit } from '@hitl/protocol/fold';
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

const { name, title, description, reason } = TEXT_LIMITS;

/** Texts of a question that are not for reading, and what a field contains. */
const UNLIMITED: ReadonlySet<string> = new Set(['id', 'type', 'input_type', 'default_value']);

/** Every other text of a question, so that a new member is limited, too. */
const questionTexts = Object.values(QUESTION_MEMBERS)
  .flatMap((members) => Object.entries(members))
  .filter(([member, kind]) => kind === 'text' && !UNLIMITED.has(member))
  .map(([member]) => [member, title] as const);

/** The limits of the texts of a call or a question, and of what is in a question. */
const LIMITS: Readonly<Record<string, TextLimit>> = {
  ...Object.fromEntries(questionTexts),
  tool_name: name,
  user_id: name,
  agent_id: name,
  title,
  description,
  reason,
  label: title,
};

/** The texts of a call or a question that are too long to be read. */
export function unfitWords(object: object, path = ''): Issue[] {
  return Object.entries(object).flatMap(([member, value]: [string, unknown]) => {
    const own = path === '' ? member : `${path}.${member}`;
    const limit = Object.hasOwn(LIMITS, member) ? LIMITS[member] : undefined;
    if (typeof value === 'string' && limit !== undefined) {
      const message = tooLong(value, limit);
      return message === undefined ? [] : [{ path: own, message }];
    }
    if (!HOLDERS.has(member) || !Array.isArray(value)) return [];
    return value.flatMap((part: unknown, index) =>
      typeof part === 'object' && part !== null ? unfitWords(part, `${own}.${index}`) : [],
    );
  });
}

/** Members that hold parts of a question. */
const HOLDERS: ReadonlySet<string> = new Set(['interactions', 'options']);

/** From low to high. */
export const RISKS: readonly RiskLevel[] = ['low', 'medium', 'high'];

/** The highest of some risks; `undefined` if none is known. */
export function highestRisk(...levels: readonly (RiskLevel | undefined)[]): RiskLevel | undefined {
  return RISKS.findLast((risk) => levels.includes(risk));
}
