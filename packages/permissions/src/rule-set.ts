import type { ToolCall } from './call.ts';
import type { Decision } from './decision.ts';
import { traceCall, type Explanation, type HeldBack } from './explain.ts';
import { checkCall, checkContext, checkRule, timeOf } from './input.ts';
import type { Instant } from './instant.ts';
import { decided, evaluate } from './evaluate.ts';
import { permitRules } from './file-guards.ts';
import { lintRule, type LintFinding } from './lint.ts';
import { createActiveRules, type RuleContext, type RuleName } from './active-rules.ts';
import type { Rule, RuleInput } from './rule.ts';
import { denialsFor, offersFor, type Offer } from './suggest.ts';
import { isAscii } from './unicode.ts';

/** Options of an evaluation. */
export interface EvaluationOptions {
  /**
   * Milliseconds since 1970, RFC 3339, or a `Date`. It may go back: only this value determines whether a rule
   * has expired.
   */
  readonly now: Instant;
}

/** Result of adding a rule. An invalid rule is kept: as a deny or ask rule it makes its tool ask. */
export type AddResult = { readonly ok: true } | { readonly ok: false; readonly reason: string };

/** A set of rules that decides calls. Synchronous, and pure except for the `realpath` hook. */
export interface RuleSet {
  /** Evaluates a call: deny, then ask, then allow, otherwise ask. */
  decide(call: ToolCall, at: EvaluationOptions): Decision;
  /** The same with an explanation of each part. Slower; meant for display. */
  explain(call: ToolCall, at: EvaluationOptions): Explanation;
  /**
   * Allow rules to offer for a call, from narrow to broad, at most 5. Each one alone, saved as it is, makes
   * `decide` allow this very call; the first is its exact rule. Empty if nothing may be remembered, or if a
   * deny or ask rule applies.
   */
  suggest(call: ToolCall, at: EvaluationOptions): string[];
  /**
   * Like `suggest`, but an offer may consist of several rules: one for each command of a line that no rule
   * covers yet. The rules of an offer allow the call together.
   */
  offers(call: ToolCall, at: EvaluationOptions): Offer[];
  /** Deny rules to offer for a call, from narrow to broad. Each denies this very call. */
  suggestDeny(call: ToolCall, at: EvaluationOptions): string[];
  /** Reports possible mistakes in the rules. `lastUsed`: milliseconds since 1970 by rule id. */
  lint(at: EvaluationOptions, last_used?: ReadonlyMap<string, number>): LintFinding[];
  /** Adds a rule; one with the same id (default: effect and text) is replaced. */
  add(rule: RuleInput): AddResult;
  /** Removes a rule; `false` if there is no such rule. */
  remove(name: RuleName): boolean;
  /** The instant at which the next rule expires after `now`, in milliseconds since 1970. */
  nextExpiry(at: EvaluationOptions): number | undefined;
  /** Increases by one with every rule that is added or removed. */
  readonly version: number;
  /** The number of rules, including expired ones. */
  readonly size: number;
}

/** Most offers for one call. */
const MAX_OFFERS = 5;

/** Most expired rules that an explanation checks. */
const MAX_EXPIRED = 1000;

/**
 * Creates a set of rules for a context. A rule that is a string but cannot be parsed is kept: see
 * `RuleSet.lint`.
 * @throws TypeError that names the member and its value if a value has the wrong type
 */
export function createRuleSet(rules: readonly RuleInput[], context: RuleContext = {}): RuleSet {
  checkContext(context);
  if (!Array.isArray(rules)) {
    throw new TypeError(`rules is ${JSON.stringify(rules)}; expected a list of rules.`);
  }
  const active = createActiveRules(context);
  let version = 0;

  function decideAt(call: ToolCall, now: number): Decision {
    checkCall(call);
    active.advance(now);
    const tool = active.toolRules(call.toolName);
    if (!isAscii(call.toolName) && tool.deny.whole.length === 0) {
      return decided('ask', 'non-ascii-command', undefined, true);
    }
    return active.within(
      (scope) => evaluate(tool, call, scope),
      () => decided('ask', 'limit', undefined, true),
    );
  }

  /** Decides as if further rules existed. */
  function decideWith(
    effect: RuleInput['effect'],
    extra: readonly string[],
    call: ToolCall,
    now: number,
  ): Decision['decision'] {
    const ids = extra.map((rule, index) => {
      const id = `offer\0${index}`;
      active.add({ effect, rule, id });
      return id;
    });
    try {
      return decideAt(call, now).decision;
    } finally {
      for (const id of ids) active.remove({ id });
    }
  }

  function offersAt(call: ToolCall, now: number): Offer[] {
    const { decision, final } = decideAt(call, now);
    if (decision === 'denied' || (decision === 'ask' && final)) return [];
    const tool = active.toolRules(call.toolName);
    const offered = active.within(
      (scope) =>
        offersFor(call, {
          descriptor: tool.descriptor,
          paths: scope.paths,
          writeTool: context.writeTool ?? 'file_write',
          permits:
            tool.kind === 'command' && decision !== 'allowed'
              ? permitRules(tool, scope)
              : undefined,
        }),
      () => [],
    );
    const sound: Offer[] = [];
    const known = new Set<string>();
    for (const offer of offered) {
      const key = offer.join('\n');
      if (sound.length === MAX_OFFERS || known.has(key)) continue;
      known.add(key);
      if (decideWith('allow', offer, call, now) === 'allowed') sound.push(offer);
    }
    return sound;
  }

  function suggestAt(call: ToolCall, now: number): string[] {
    return offersAt(call, now).flatMap((offer) => (offer.length === 1 ? offer : []));
  }

  /** Expired allow rules that would have covered the call. */
  function expired(call: ToolCall, now: number): HeldBack[] {
    const past: Rule[] = [];
    for (const rule of active.rules.values()) {
      if (rule.effect !== 'allow' || rule.expires > now) continue;
      past.push(rule);
      if (past.length === MAX_EXPIRED) break;
    }
    if (past.length === 0) return [];
    const before = createActiveRules(context);
    for (const { id, effect, text } of past) before.add({ id, effect, rule: text });
    const { decision, rule, rule_id } = before.within(
      (scope) => evaluate(before.toolRules(call.toolName), call, scope),
      () => decided('ask', 'limit', undefined, true),
    );
    if (decision !== 'allowed' || rule === undefined || rule_id === undefined) return [];
    return [{ rule, rule_id, reason: 'expired', span: [0, 0] }];
  }

  function add(rule: RuleInput, name: string): AddResult {
    checkRule(rule, name);
    version += 1;
    const reason = active.add(rule);
    return reason === undefined ? { ok: true } : { ok: false, reason };
  }

  for (const [index, rule] of rules.entries()) add(rule, `rules[${index}]`);
  return {
    decide: (call, asked) => decideAt(call, timeOf(asked)),
    explain(call, asked) {
      const at = timeOf(asked);
      const decision = decideAt(call, at);
      const trace = active.within(
        (scope) => traceCall(active.toolRules(call.toolName), call, scope, decision),
        () => ({ subjects: [], others: [], held_back: [] }),
      );
      const late = decision.decision === 'ask' && !decision.final ? expired(call, at) : [];
      return {
        ...decision,
        ...trace,
        held_back: [...trace.held_back, ...late],
        suggestions: suggestAt(call, at),
        ruleset_version: version,
        checked_at: new Date(at).toISOString(),
      };
    },
    suggest: (call, asked) => suggestAt(call, timeOf(asked)),
    offers: (call, asked) => offersAt(call, timeOf(asked)),
    suggestDeny(call, asked) {
      const at = timeOf(asked);
      active.advance(at);
      const { descriptor } = active.toolRules(call.toolName);
      const offered = active.within(
        (scope) => denialsFor(call, descriptor, scope.paths),
        () => [],
      );
      return offered.filter((rule) => decideWith('deny', [rule], call, at) === 'denied');
    },
    lint(asked, lastUsed) {
      const at = timeOf(asked);
      active.advance(at);
      const use = lastUsed === undefined ? undefined : { now: at, lastUsed };
      return [...active.rules.values()].flatMap((rule) => {
        if (rule.expires <= at) return [];
        const tool = active.toolRules(rule.tool);
        const problem = active.problems.get(rule.id);
        return active.within(
          (scope) => lintRule(rule, tool, problem, scope, use),
          () => [],
        );
      });
    },
    add: (rule) => add(rule, 'rule'),
    remove(name) {
      const removed = active.remove(name);
      if (removed) version += 1;
      return removed;
    },
    nextExpiry(asked) {
      active.advance(timeOf(asked));
      return active.nextExpiry();
    },
    get version() {
      return version;
    },
    get size() {
      return active.rules.size;
    },
  };
}
