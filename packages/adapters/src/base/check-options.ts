import type { Gate } from '@hitl/client/gate';
import { AdapterError } from './adapter-error.ts';
import type { GateOptions } from './gate.ts';
import { isRecord } from './is-record.ts';

const ORIGIN: Readonly<Record<keyof GateOptions, true>> = {
  sessionId: true,
  userId: true,
  agentId: true,
  runId: true,
  expiresInMs: true,
};

/**
 * Checks what a function gets before it is used: a missing gate would only be noticed at the first call, and
 * a misspelled option never. `more`: the function's options besides the origin of calls.
 * @throws AdapterError `bad_option` that names the function and the option.
 */
export function checkOptions(
  owner: string,
  [gate, functions]: readonly [gate: unknown, functions: readonly (keyof Gate)[]],
  options: unknown,
  more: readonly string[] = [],
): void {
  if (!isRecord(gate) || functions.some((name) => typeof gate[name] !== 'function')) {
    throw new AdapterError(
      'bad_option',
      `${owner} needs a gate: what createGate of @hitl/client/gate returns, or the gate of createHitl.`,
    );
  }
  if (!isRecord(options)) {
    throw new AdapterError('bad_option', `${owner} needs options, such as { sessionId }.`);
  }
  const known = [...Object.keys(ORIGIN), ...more];
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new AdapterError(
    'bad_option',
    `${owner} has no option ${unknown}. It has ${known.join(', ')}.`,
  );
}
