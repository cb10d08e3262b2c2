import { isObject, type ToolCall } from './call.ts';
import { instantOf, type Instant } from './instant.ts';
import type { RuleContext } from './active-rules.ts';
import type { RuleInput } from './rule.ts';

type Check = readonly [expected: string, fits: (value: unknown) => boolean];

const isText = (value: unknown): boolean => typeof value === 'string';
const oneOf = (...values: readonly unknown[]): Check => [
  values.map((value) => JSON.stringify(value)).join(', '),
  (value) => values.includes(value),
];
const TEXT: Check = ['a string', isText];
const TEXTS: Check = ['a list of strings', (value) => Array.isArray(value) && value.every(isText)];
const FUNCTION: Check = ['a function', (value) => typeof value === 'function'];
const OBJECT: Check = ['an object', isObject];

const RULE: Readonly<Record<keyof RuleInput, Check>> = {
  effect: oneOf('allow', 'deny', 'ask'),
  rule: TEXT,
  expiresAt: [
    'an RFC 3339 time, a Date or null',
    (value) => value === null || isText(value) || value instanceof Date,
  ],
  id: TEXT,
};

const CONTEXT: Readonly<Record<keyof RuleContext, Check>> = {
  root: TEXT,
  home: TEXT,
  pathCase: oneOf('sensitive', 'insensitive', 'unknown'),
  realpath: FUNCTION,
  clock: FUNCTION,
  protectedPaths: OBJECT,
  tools: OBJECT,
  writeTool: TEXT,
  readTool: TEXT,
};

const DESCRIPTOR: Readonly<Record<string, Check>> = {
  kind: oneOf('command', 'path', 'url', 'json', 'text'),
  arg: TEXT,
  safeArgs: TEXTS,
  injectedArgs: TEXTS,
  dialect: TEXT,
  dialectArg: TEXT,
  readOnly: oneOf(true, false),
  resource: FUNCTION,
};

/** @throws TypeError that names the member, its value and the expected type */
export function checkRule(rule: RuleInput, name: string): void {
  checkMembers(rule, name, RULE, ['effect', 'rule']);
}

/** @throws TypeError that names the option, its value and the expected type */
export function checkContext(context: RuleContext): void {
  checkMembers(context, 'context', CONTEXT, []);
  for (const [tool, descriptor] of Object.entries(context.tools ?? {})) {
    if (descriptor !== undefined)
      checkMembers(descriptor, `context.tools.${tool}`, DESCRIPTOR, ['kind']);
  }
}

/** @throws TypeError if the tool has no name */
export function checkCall(call: ToolCall): void {
  expect(call, 'call', OBJECT);
  expect(call.toolName, 'call.toolName', TEXT);
}

/** The time of a question, in milliseconds since 1970. @throws TypeError if its `now` is not an instant */
export function timeOf(asked: { readonly now: Instant }): number {
  expect(asked, 'at', ['an object such as { now: new Date() }', isObject]);
  const { now } = asked;
  return instantOf(now) ?? fail('now', now, 'milliseconds since 1970, an RFC 3339 time or a Date');
}

function checkMembers(
  value: object,
  name: string,
  checks: Readonly<Record<string, Check>>,
  required: readonly string[],
): void {
  expect(value, name, OBJECT);
  const members = new Map<string, unknown>(Object.entries(value));
  for (const [key, check] of Object.entries(checks)) {
    const member = members.get(key);
    if (member !== undefined || required.includes(key)) expect(member, `${name}.${key}`, check);
  }
  for (const key of members.keys()) {
    // If it were ignored, a misspelled `expires_at` would make a rule permanent.
    const meant = key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    if (meant === key || !Object.hasOwn(checks, meant)) continue;
    throw new TypeError(`${name}.${key} is not known; it is called ${meant}.`);
  }
}

function expect(value: unknown, name: string, [expected, fits]: Check): void {
  if (!fits(value)) fail(name, value, expected);
}

function fail(name: string, value: unknown, expected: string): never {
  throw new TypeError(`${name} is ${shown(value)}; expected ${expected}.`);
}

function shown(value: unknown): string {
  if (value instanceof Date) return 'an invalid Date';
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'string' || (typeof value === 'object' && value !== null)) {
    const text = JSON.stringify(value);
    return text.length > 80 ? `${text.slice(0, 80)}…` : text;
  }
  return String(value);
}
