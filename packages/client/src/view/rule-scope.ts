import type { ConfirmRequest, Remember, RememberScope } from '@hitl/protocol';
import { secretFinder } from './secret-args.ts';

const SCOPES: readonly RememberScope[] = ['once', 'session', 'always'];

/** Rules that are saved together: several where each part of a command line needs its own. */
export type RuleSet = readonly string[];

/** For how long an answer holds, and the literal rules that would be kept. */
export interface RuleScope {
  /** What `scope` can be; empty where nothing may be remembered. */
  readonly scopes: readonly RememberScope[];
  /** What is chosen. */
  readonly scope: RememberScope;
  /** What could be saved, literally, the rule for exactly this call first. */
  readonly choices: readonly RuleSet[];
  /** What would be. */
  readonly chosen: RuleSet;
  /** Chooses how long, and where it is more than once, which rules; left out, the chosen ones stay. */
  readonly remember: (scope: RememberScope, rules?: RuleSet) => void;
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
 * `choose` gets the next one, for the `remember` of the answer.
 */
export function approvalScopeOf(
  request: ConfirmRequest,
  chosen: Remember | undefined,
  choose: (remember: Remember) => void,
): RuleScope {
  const { scope = 'once', patterns } = chosen ?? {};
  return pickerOf(choicesOf(request), scope, patterns, (next, rules) =>
    choose({ scope: next, ...(next !== 'once' && { patterns: [...rules] }) }),
  );
}

/**
 * What can be remembered about a call when it is denied, and what is: `once` saves nothing, and
 * `choose` then gets `undefined`. `suggested`: rules that the server knows besides.
 */
export function denialScopeOf(
  request: ConfirmRequest,
  chosen: Remember | undefined,
  choose: (denial: Remember | undefined) => void,
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
  const { scope = 'once', deny_patterns } = chosen ?? {};
  return pickerOf(choices, scope, deny_patterns, (next, rules) =>
    choose(next === 'once' ? undefined : { scope: next, deny_patterns: [...rules] }),
  );
}

/** What is chosen of the choices, the first one where nothing is; `keep` is told the next choice. */
function pickerOf(
  choices: readonly RuleSet[],
  scope: RememberScope,
  picked: RuleSet | undefined,
  keep: (scope: RememberScope, rules: RuleSet) => void,
): RuleScope {
  const chosen = picked ?? choices[0] ?? [];
  return {
    scopes: choices.length === 0 ? [] : SCOPES,
    scope,
    choices,
    chosen,
    remember: (next, rules = chosen) => keep(next, rules),
  };
}
