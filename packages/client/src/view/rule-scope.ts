import type { ConfirmRequest, Remember, RememberScope } from '@hitl/protocol';
import { secretFinder } from './secret-args.ts';
import { visibleString } from './visible-text.ts';

/**
 * How long an answer applies: to this call, to this session, permanently, or for an hour, the rest
 * of today or 30 days from when it is sent.
 */
export type RuleTerm = RememberScope | 'hour' | 'today' | 'month';

const TERMS: readonly RuleTerm[] = ['once', 'session', 'hour', 'today', 'month', 'always'];

/** Rules that are saved together, for example one for each part of a command line. */
export type RuleSet = readonly string[];

/** How long an answer applies, and the literal rules it saves. */
export interface RuleScope {
  /** The available terms; empty if nothing can be remembered. */
  readonly terms: readonly RuleTerm[];
  /** The chosen term. */
  readonly term: RuleTerm;
  /** The rules to choose from, literally, from narrow to broad. */
  readonly choices: readonly RuleSet[];
  /** The rule for exactly this call; it need not be a choice, as for a call with a secret. */
  readonly exact: string | undefined;
  /** The chosen rules. */
  readonly chosen: RuleSet;
  /** Chooses a term, and which rules to save; without `rules`, the chosen ones are kept. */
  readonly remember: (term: RuleTerm, rules?: RuleSet) => void;
}

/** A choice, before the answer is sent. */
export interface RuleChoice {
  readonly term: RuleTerm;
  readonly rules: RuleSet;
}

const HOUR_MS = 3_600_000;
const MONTH_MS = 30 * 24 * HOUR_MS;

/** When a rule of this term expires, in milliseconds since the epoch; `undefined`: never. */
function endOf(term: RuleTerm, now: number): number | undefined {
  if (term === 'hour') return now + HOUR_MS;
  if (term === 'month') return now + MONTH_MS;
  return term === 'today' ? new Date(now).setHours(24, 0, 0, 0) : undefined;
}

/**
 * A choice as the `remember` of an answer: `patterns` to allow, `deny_patterns` to deny. `now`: the
 * server's time in milliseconds since the epoch, as `client.clock.now()`; today ends at midnight in
 * this machine's time zone.
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

/** The texts in a list; none if the value is not a list. */
export function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** Without duplicates, and without rules that would store a secret. */
function offered(request: ConfirmRequest, sets: readonly RuleSet[]): readonly RuleSet[] {
  const isSecret = secretFinder(request.tool_args, request.tool_schema);
  const known = new Map(sets.map((rules) => [rules.join('\n'), rules]));
  return [...known].filter(([text]) => text !== '' && !isSecret(text)).map(([, rules]) => rules);
}

/** The rules that can be remembered; empty if none can. */
function choicesOf(request: ConfirmRequest): readonly RuleSet[] {
  const { purpose, metadata } = request;
  const { rememberable, resource, suggested_patterns, suggested_offers: several } = metadata;
  if (purpose !== 'authorization' || rememberable === false) return [];
  const single = textsIn(suggested_patterns).map((rule) => [rule]);
  const exact = single.length === 0 && typeof resource === 'string' ? [[resource]] : single;
  const together = Array.isArray(several) ? several.map(textsIn) : [];
  return offered(request, [...exact, ...together]);
}

/** The rules that an approval can save. `chosen`: the current choice; `choose` gets the next one. */
export function approvalScopeOf(
  request: ConfirmRequest,
  chosen: RuleChoice | undefined,
  choose: (choice: RuleChoice | undefined) => void,
): RuleScope {
  return pickerOf(request, choicesOf(request), chosen, choose);
}

/**
 * The rules that a denial can save. `once` saves none; `choose` then gets `undefined`. `suggested`:
 * additional rules known to the server.
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
  return pickerOf(request, choices, chosen, choose);
}

/** Which calls a rule covers: one, or all that its wildcard stands for. */
export type RuleReachKind = 'any' | 'start' | 'inside' | 'host' | 'match' | 'exact';

/** The texts for which calls rules cover. */
export interface RuleReachWords {
  exactRule: string;
  /** Which calls rules cover. `named`: the words, folder, host, pattern or tool in the rules. */
  reach: Readonly<Record<RuleReachKind, (named: string) => string>>;
  list(items: readonly string[]): string;
}

const KINDS: readonly RuleReachKind[] = ['any', 'start', 'inside', 'host', 'match', 'exact'];

/** The tool of a rule, then one group for each kind. */
const RULE =
  /^([^(]+)\((?:(\*)|([^*]+?)[: ]\*|([^*]+)\/\*\*|domain:([^*]+)|((?:[^\\*?{]|\\.)*[*?{].*)|(.*))\)$/s;

/** What rules cover, in words. `exact`: the rule for exactly this call; only this is `exactRule`. */
export function ruleReachOf(
  rules: RuleSet,
  exact: string | undefined,
  words: RuleReachWords,
): string {
  const phrases = rules.map((rule) => {
    const [, tool = '', ...named] = RULE.exec(rule) ?? [];
    const at = named.findIndex((each) => each !== undefined);
    // The rule for this call escapes what would be a wildcard.
    if (rule === exact && rules.length === 1) return words.exactRule;
    return words.reach[KINDS[at] ?? 'exact']((at > 0 && named[at]) || tool);
  });
  return visibleString(words.list(phrases), 'code');
}

/** `picked`: the current choice, by default the first rules; `choose` gets the next one. */
function pickerOf(
  { metadata: { resource } }: ConfirmRequest,
  choices: readonly RuleSet[],
  picked: RuleChoice | undefined,
  choose: (choice: RuleChoice | undefined) => void,
): RuleScope {
  const { term = 'once', rules: chosen = choices[0] ?? [] } = picked ?? {};
  return {
    terms: choices.length === 0 ? [] : TERMS,
    term,
    choices,
    exact: typeof resource === 'string' ? resource : undefined,
    chosen,
    remember: (next, rules = chosen) => choose(next === 'once' ? undefined : { term: next, rules }),
  };
}
