import { HitlError } from '../error.ts';
import type { GateCall, GateQuestion } from './gate-types.ts';

const ASKED = {
  sessionId: true,
  toolCallId: true,
  userId: true,
  agentId: true,
  runId: true,
  allowedActions: true,
  reason: true,
  metadata: true,
  expiresAt: true,
  expiresInMs: true,
} as const;

const CALL: Readonly<Record<keyof GateCall, true>> = {
  ...ASKED,
  toolName: true,
  toolArgs: true,
  tool: true,
  title: true,
  description: true,
};

const QUESTION: Readonly<Record<keyof GateQuestion, true>> = { ...ASKED, question: true };

/** @throws HitlError `invalid_request` that names the member of a call. */
export function checkCall(call: GateCall): void {
  refuseUnknown('call', call, CALL);
  refuseMissing('call', call, ['sessionId', 'toolCallId', 'toolName']);
  refuseOther('toolArgs of a call', call.toolArgs);
}

/** @throws HitlError `invalid_request` that names the member of a question. */
export function checkQuestion(asked: GateQuestion): void {
  refuseUnknown('question', asked, QUESTION);
  refuseMissing('question', asked, ['sessionId', 'toolCallId']);
  refuseOther('The member question', asked.question);
}

/** A misspelled `userId` would silently make no rule of that user count. */
function refuseUnknown(what: string, given: object, known: object): void {
  const name = Object.keys(given).find((member) => !Object.hasOwn(known, member));
  if (name === undefined) return;
  const all = Object.keys(known).join(', ');
  throw new HitlError('invalid_request', `A ${what} has no member ${name}. It has ${all}.`);
}

function refuseMissing<Given extends object>(
  what: string,
  given: Given,
  names: readonly (keyof Given & string)[],
): void {
  const name = names.find((member) => typeof given[member] !== 'string' || given[member] === '');
  if (name === undefined) return;
  throw new HitlError('invalid_request', `${name} of a ${what} is missing; expected a text.`);
}

function refuseOther(name: string, value: unknown): void {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return;
  throw new HitlError('invalid_request', `${name} must be an object.`);
}
