import { canonicalJson } from '@hitl/protocol/fold';
import type { ToolAnswer, ToolOutput } from '../agents/tool.ts';
import { closest, plainName } from '../base/closest.ts';
import { isShallow, MAX_DEPTH } from '../base/shallow.ts';

const MEMBERS = ['content', 'output', 'isSuccess', 'error'];

/**
 * The output of a tool as a `ToolAnswer`.
 * @throws TypeError for a value that JSON cannot represent, and for an answer with a misspelled or
 * invalid member: a misspelling must not turn a failure into a success.
 */
export function answerOf(output: ToolOutput): ToolAnswer {
  if (output === undefined) return { content: '' };
  if (typeof output === 'string') return { content: output };
  if (isAnswer(output)) return output;
  const json = asJson(output);
  if (json === undefined) {
    throw new TypeError(`it did not return JSON of at most ${MAX_DEPTH} levels`);
  }
  return { content: canonicalJson(json), output: json };
}

/** The value as JSON for the log; `undefined` if JSON cannot represent it, or it is too deep. */
export function asJson(value: unknown): unknown {
  try {
    const json = JSON.stringify(value);
    const copy: unknown = json === undefined ? undefined : JSON.parse(json);
    return isShallow(copy) ? copy : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a tool returned a `ToolAnswer`, and not another value. */
function isAnswer(output: unknown): output is ToolAnswer {
  if (typeof output !== 'object' || output === null || !('content' in output)) return false;
  const others = Object.entries(output).filter(([name]) => !MEMBERS.includes(name));
  for (const [name, value] of others) {
    const meant = meantBy(
      name,
      value,
      others.map(([each]) => each),
    );
    if (meant === undefined) continue;
    throw new TypeError(
      `its result has "${name}" (${spelled(value)}) next to "content". Did you mean ${meant}?`,
    );
  }
  if (others.length > 0) return false;
  checkMember(output, 'isSuccess', 'true or false', (value) => typeof value === 'boolean');
  checkMember(output, 'error', 'a string', (value) => typeof value === 'string');
  return true;
}

/** Names and values by which other libraries report a failed call. */
const FAILURES: ReadonlyMap<string, unknown> = new Map([
  ['success', false],
  ['succeeded', false],
  ['ok', false],
  ['iserror', true],
  ['failed', true],
]);

/**
 * The member of `ToolAnswer` that was probably meant by a name; `undefined`: the value is the
 * tool's own.
 */
function meantBy(name: string, value: unknown, others: readonly string[]): string | undefined {
  const plain = plainName(name);
  const same = MEMBERS.find((member) => plainName(member) === plain);
  if (same !== undefined) return `"${same}"`;
  if (FAILURES.has(plain) && FAILURES.get(plain) === value) return '"isSuccess: false"';
  // If other members are unlike those of `ToolAnswer`, a similar name is a member of the tool's own
  // value.
  const near = others.every((each) => closest(each, MEMBERS) !== undefined);
  const member = near ? closest(name, MEMBERS) : undefined;
  return member === undefined ? undefined : `"${member}"`;
}

function checkMember(
  output: object,
  name: string,
  wanted: string,
  fits: (value: unknown) => boolean,
): void {
  const value: unknown = Reflect.get(output, name);
  if (value === undefined || value === null || fits(value)) return;
  throw new TypeError(`"${name}" of its result must be ${wanted}, not ${spelled(value)}`);
}

function spelled(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length <= 40 ? text : `${text.slice(0, 40)}…`;
}
