import { QUESTION_MEMBERS, QuestionSchema, type Question } from '@hitl/protocol';
import { listIssues } from '../base/list-issues.ts';
import { issuesOf, plainIssue } from '../base/plain-issue.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Builds a question from the input of a model or a program: only the members of its type,
 * `metadata` and `expires_at` are used, so that a question cannot pretend to be an authorization.
 * An option that is a text is its own value and label. Parts without an id are named `part_1`, `part_2` …, and `part_2_1` inside the second one.
 * @throws Error that lists the problems, also for a question that cannot be answered.
 */
export function readQuestion(value: Fields): Question {
  const fields = { ...ownFields(value, 'part'), ...pick(value, ['metadata', 'expires_at']) };
  const parsed = QuestionSchema.safeParse(fields, { error: plainIssue });
  if (!parsed.success) throw new Error(listIssues(issuesOf(parsed.error)));
  if (parsed.data.title.trim() === '') throw new Error('title: must not be empty');
  return parsed.data;
}

function ownFields(value: Fields, prefix: string): Fields {
  const { id: _, ...members } = pick(value, membersOf(value['type']));
  const { options } = members;
  const fields = Array.isArray(options)
    ? { ...members, options: options.map((option) => optionOf(option)) }
    : members;
  const parts = members['interactions'];
  return Array.isArray(parts)
    ? {
        ...fields,
        interactions: parts.map((part, index) => partOf(part, `${prefix}_${index + 1}`)),
      }
    : fields;
}

/**
 * The members of a type of question; for an unknown type only `type` and `title`, so that the
 * schema reports it.
 */
function membersOf(type: unknown): readonly string[] {
  const isKnown = typeof type === 'string' && Object.hasOwn(QUESTION_MEMBERS, type);
  return isKnown ? Object.keys(QUESTION_MEMBERS[type as Question['type']]) : ['type', 'title'];
}

function optionOf(option: unknown): unknown {
  return typeof option === 'string' ? { value: option, label: option } : option;
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
