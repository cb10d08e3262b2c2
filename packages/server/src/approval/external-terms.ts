import type { CreateInteractionInput } from '@hitl/protocol';
import type { Issue } from '@hitl/protocol/endpoints';
import { checkValue } from '../agents/json-schema/check.ts';
import { AUTHORIZATION_ACTIONS, QUESTION_ACTIONS } from './build-request.ts';
import { unfitWords } from './external-words.ts';
import { failure, type Failure } from '../base/result.ts';

const YEAR_MS = 31_536_000_000;

/**
 * Why the options or words of an external loop are invalid; `undefined` if they are valid. The words of a
 * relayed request are those of its sender's agent, and are not limited.
 */
export function unfitTerms(input: CreateInteractionInput, isRelayed: boolean): Failure | undefined {
  const { allowed_actions: actions, tool_schema: schema, expires_in_ms: duration, type } = input;
  const errors: Issue[] = isRelayed ? [] : unfitWords(input);
  const possible: readonly string[] = type === undefined ? AUTHORIZATION_ACTIONS : QUESTION_ACTIONS;
  for (const [index, action] of (actions ?? []).entries()) {
    if (possible.includes(action)) continue;
    const message = `${action} is not possible here; expected some of ${possible.join(', ')}`;
    errors.push({ path: `allowed_actions.${index}`, message });
  }
  const needed = type === undefined && actions !== undefined ? (['approve', 'deny'] as const) : [];
  const missing = needed.filter((action) => !actions?.includes(action));
  if (missing.length > 0) {
    errors.push({ path: 'allowed_actions', message: `must include ${missing.join(' and ')}` });
  }
  if (schema !== undefined && !isUsable(schema)) {
    errors.push({
      path: 'tool_schema',
      message: 'is not a JSON Schema that arguments can be checked against',
    });
  }
  if (duration !== undefined && !isDuration(duration)) {
    const message = `is ${duration}; expected whole milliseconds, from 1 to a year`;
    errors.push({ path: 'expires_in_ms', message });
  }
  const [first] = errors;
  if (first === undefined) return undefined;
  return failure('invalid_request', `The request is malformed: ${first.path} ${first.message}.`, {
    errors,
  });
}

/** Hosts in this process send what no schema has checked. */
function isDuration(milliseconds: number): boolean {
  return Number.isSafeInteger(milliseconds) && milliseconds > 0 && milliseconds <= YEAR_MS;
}

function isUsable(schema: Readonly<Record<string, unknown>>): boolean {
  try {
    checkValue(schema, {});
    return true;
  } catch {
    return false;
  }
}
