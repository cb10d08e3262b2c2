import type { ToolCall } from './call.ts';
import type { Decision } from './decision.ts';
import { parseInstant } from './instant.ts';
import { decided, judge } from './judge.ts';
import { createLiveRules, type RuleContext, type RuleName } from './live-rules.ts';
import type { RuleInput } from './rule.ts';
import { isAscii } from './unicode.ts';

/** When a question is asked. */
export interface AskedAt {
  /** Milliseconds since 1970, or RFC 3339. It may go back: a rule is dead or alive by this alone. */
  readonly now: number | string;
}

/** What came of adding a rule. A rule that cannot be read is kept: as deny or ask its tool asks. */
export type Added = { readonly ok: true } | { readonly ok: false; readonly reason: string };

/** Rules that answer for calls. Pure but for the `realpath` hook; nothing in it waits. */
export interface RuleSet {
  /** What the rules say about a call: deny, then ask, then allow, else ask. Never throws for a call. */
  decide(call: ToolCall, at: AskedAt): Decision;
  /** Adds a rule; one with the same id (default: effect and text) is replaced. */
  add(rule: RuleInput): Added;
  /** Removes a rule; `false` when there is none of that name. */
  remove(name: RuleName): boolean;
  /** The instant, in milliseconds since 1970, at which the next rule dies after `now`. */
  nextExpiry(at: AskedAt): number | undefined;
  /** Rises by one with every rule that is added or removed. */
  readonly version: number;
  /** Rules, dead ones too. */
  readonly size: number;
}

/** Indexes rules for the calls of a context. */
export function createRuleSet(rules: readonly RuleInput[], context: RuleContext): RuleSet {
  const live = createLiveRules(context);
  let version = 0;

  function decide(call: ToolCall, { now }: AskedAt): Decision {
    live.advance(instant(now));
    const tool = live.toolRules(call.tool_name);
    if (!isAscii(call.tool_name) && tool.deny.whole.length === 0) {
      return decided('ask', 'non-ascii-command', undefined, true);
    }
    return judge(tool, call, live.around);
  }

  function add(rule: RuleInput): Added {
    version += 1;
    const reason = live.add(rule);
    return reason === undefined ? { ok: true } : { ok: false, reason };
  }

  for (const rule of rules) add(rule);
  return {
    decide,
    add,
    remove(name) {
      const removed = live.remove(name);
      if (removed) version += 1;
      return removed;
    },
    nextExpiry({ now }) {
      live.advance(instant(now));
      return live.nextExpiry();
    },
    get version() {
      return version;
    },
    get size() {
      return live.rules.size;
    },
  };
}

/** Milliseconds since 1970. Throws for a text that is no time: that is a mistake of the caller's. */
function instant(now: number | string): number {
  const milliseconds = typeof now === 'number' ? now : parseInstant(now);
  if (milliseconds === undefined || Number.isNaN(milliseconds)) {
    throw new TypeError(`now is ${JSON.stringify(now)}; give milliseconds or an RFC 3339 time.`);
  }
  return milliseconds;
}
