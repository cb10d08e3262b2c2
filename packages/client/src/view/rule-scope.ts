import type { ConfirmRequest, Remember, RememberScope } from '@hitl/protocol';
import { secretFinder } from './secret-args.ts';

/**
 * Duration of an answer: this call, this session, permanently, or until an expiry: an hour, the
 * rest of today, 30 days from when it is sent.
 */
export type RuleTerm = RememberScope | 'hour' | 'today' | 'month';

const TERMS: readonly RuleTerm[] = ['once', 'session', 'hour', 'today', 'month', 'always'];

/** Rules that are saved together: several where each part of a command line needs its own. */
export type RuleSet = readonly string[];

/** For how long an answer holds, and the literal rules that would be kept. */
export interface RuleScope {
  /** What `term` can be; empty where nothing may be remembered. */
  readonly terms: readonly RuleTerm[];
  /** What is chosen. */
  readonly term: RuleTerm;
  /** What could be saved, literally, the rule for exactly this call first. */
  readonly choices: readonly RuleSet[];
  /** What would be. */
  readonly chosen: RuleSet;
  /** Chooses how long, and where it is more than once, which rules; left out, the chosen ones stay. */
  readonly remember: (term: RuleTerm, rules?: RuleSet) => void;
}

/** What was chosen, before the answer is given. */
export interface RuleChoice {
  readonly term: RuleTerm;
  readonly rules: RuleSet;
}

const HOUR_MS = 3_600_000;
const MONTH_MS = 30 * 24 * HOUR_MS;

/** When a rule of this term ends, in milliseconds since the epoch; `undefined`: it does not by itself. */
function endOf(term: RuleTerm, now: number): number | undefined {
  if (term === 'hour') return now + HOUR_MS;
  if (term === 'month') return now + MONTH_MS;
  return term === 'today' ? new Date(now).setHours(24, 0, 0, 0) : undefined;
}

/**
 * What is chosen as the `remember` of an answer: `patterns` for one that allows, `deny_patterns` for
 * one that denies. `now`: the server's time in milliseconds since the epoch, as `client.clock.now()`;
 * today ends at midnight of this machine's time zone.
 */
export function rememberOf(
  kind: 'patterns' | 'deny_patterns',
  choice: RuleChoice | undefined,
  now: number,
): Remember {
  if (choice === undefined || choice.term === 'once') return { scope: 'once' };
  const { term, rules } = choice;
  const end = endOf(term, now);
  return {
    scope: term === 'session' ? 'session' : 'always',
    [kind]: [...rules],
    ...(end !== undefined && { expires_at: new Date(end).toISOString() }),
  };
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** Each set once, and none that would write a secret down. */
function offered(request: ConfirmRequest, sets: readonly RuleSet[]): readonly RuleSet[] {
  const isSecret = secretFinder(request.tool_args, request.tool_schema);
  const known = new Map(sets.map((rules) => [rules.join('\n'), rules]));
  return [...known].filter(([text]) => text !== '' && !isSecret(text)).map(([, rules]) => rules);
}

/** The rules that could be remembered, the exact one first; none where nothing may be. */
function choicesOf(request: ConfirmRequest): readonly RuleSet[] {
  const { purpose, metadata } = request;
  const { rememberable, resource, suggested_patterns, suggested_offers: several } = metadata;
  if (purpose !== 'authorization' || rememberable === false) return [];
  const single = textsIn(suggested_patterns).map((rule) => [rule]);
  const exact = single.length === 0 && typeof resource === 'string' ? [[resource]] : single;
  const together = Array.isArray(several) ? several.map(textsIn) : [];
  return offered(request, [...exact, ...together]);
}

/**
 * What can be remembered about a call when it is allowed, and what is: `chosen` is the draft of it,
 * `choose` gets the next one, for `rememberOf`.
 */
export function approvalScopeOf(
  request: ConfirmRequest,
  chosen: RuleChoice | undefined,
  choose: (choice: RuleChoice | undefined) => void,
): RuleScope {
  return pickerOf(choicesOf(request), chosen, choose);
}

/**
 * What can be remembered about a call when it is denied, and what is: `once` saves nothing, and
 * `choose` then gets `undefined`. `suggested`: rules that the server knows besides.
 */
export function denialScopeOf(
  request: ConfirmRequest,
  chosen: RuleChoice | undefined,
  choose: (choice: RuleChoice | undefined) => void,
  suggested: readonly string[] = [],
): RuleScope {
  const { resource } = request.metadata;
  const exact = typeof resource === 'string' ? [[resource]] : [];
  const allowing = choicesOf(request);
  const single = [
    ...allowing.filter(({ length }) => length === 1),
    ...suggested.map((rule) => [rule]),
  ];
  const choices = allowing.length === 0 ? [] : offered(request, [...exact, ...single]);
  return pickerOf(choices, chosen, choose);
}

/** The chosen option, by default the first one; `choose` gets the next choice. */
function pickerOf(
  choices: readonly RuleSet[],
  picked: RuleChoice | undefined,
  choose: (choice: RuleChoice | undefined) => void,
): RuleScope {
  const { term = 'once', rules: chosen = choices[0] ?? [] } = picked ?? {};
  return {
    terms: choices.length === 0 ? [] : TERMS,
    term,
    choices,
    chosen,
    remember: (next, rules = chosen) => choose(next === 'once' ? undefined : { term: next, rules }),
  };
}
