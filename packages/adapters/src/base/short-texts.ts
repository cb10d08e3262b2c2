import { shortened, TEXT_LIMITS, type TextLimit } from '@hitl/protocol/fold';

const { title, description, reason } = TEXT_LIMITS;

const LIMITS: Readonly<Record<string, TextLimit>> = {
  title,
  description,
  reason,
  label: title,
  placeholder: title,
};

/** Members that hold what is asked, or a list of parts. */
const HOLDERS: ReadonlySet<string> = new Set(['question', 'interactions', 'options']);

/**
 * Shortens the texts of a call or question that a server would refuse as too long.
 * Arguments, ids and the values of options stay as they are.
 */
export function withShortTexts<Asked extends object>(asked: Asked): Asked {
  const members = Object.entries(asked).map(([member, value]: [string, unknown]) => {
    const limit = Object.hasOwn(LIMITS, member) ? LIMITS[member] : undefined;
    if (typeof value === 'string' && limit !== undefined) return [member, shortened(value, limit)];
    return [member, HOLDERS.has(member) ? shortIn(value) : value];
  });
  return Object.fromEntries(members) as Asked;
}

function shortIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shortIn);
  return typeof value === 'object' && value !== null ? withShortTexts(value) : value;
}
