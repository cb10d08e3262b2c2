import { isRecord } from './is-record.ts';

/**
 * The arguments of a call as an object, as rules and people see them: any other input is its member `input`.
 */
export function argsOf(input: unknown): Record<string, unknown> {
  if (isRecord(input)) return { ...input };
  return input === undefined ? {} : { input };
}

/** The input of a call with the allowed arguments, in the form that `input` has. */
export function inputOf(input: unknown, args: Readonly<Record<string, unknown>>): unknown {
  return isRecord(input) || input === undefined ? args : args['input'];
}
