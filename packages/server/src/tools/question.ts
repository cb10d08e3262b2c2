import { QUESTION_MEMBERS, QuestionSchema, type Question } from '@hitl/protocol';

type Fields = Readonly<Record<string, unknown>>;

/**
 * A question from what a model or a program wrote: its type's own fields, `metadata` and
 * `expires_at`; anything else is left out, so that no one passes a question off as an authorization.
 * Parts without an id are called `part_1`, `part_2` …, and `part_2_1` inside the second.
 * @throws Error that lists what is wrong, also with a question that no one could answer.
 */
export function readQuestion(value: Fields): Question {
  const fields = { ...ownFields(value, 'part'), ...pick(value, ['metadata', 'expires_at']) };
  const parsed = QuestionSchema.safeParse(fields);
  if (!parsed.success) {
    throw new Error(
      parsed.error.issues
        .map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
        .join('; '),
    );
  }
  if (parsed.data.title.trim() === '') throw new Error('title: must not be empty');
  return parsed.data;
}

function ownFields(value: Fields, prefix: string): Fields {
  const { id: _, ...fields } = pick(value, membersOf(value['type']));
  const parts = fields['interactions'];
  return Array.isArray(parts)
    ? {
        ...fields,
        interactions: parts.map((part, index) => partOf(part, `${prefix}_${index + 1}`)),
      }
    : fields;
}

/** What a question of a type may say; of no such type, its type, for the schema to refuse it. */
function membersOf(type: unknown): readonly string[] {
  const isKnown = typeof type === 'string' && Object.hasOwn(QUESTION_MEMBERS, type);
  return isKnown ? QUESTION_MEMBERS[type as Question['type']] : ['type', 'title'];
}

function partOf(part: unknown, id: string): unknown {
  if (typeof part !== 'object' || part === null) return part;
  return { id, ...pick({ ...part }, ['id']), ...ownFields({ ...part }, id) };
}

function pick(value: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(
    names.flatMap((name) => (value[name] === undefined ? [] : [[name, value[name]]])),
  );
}
