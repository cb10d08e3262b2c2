import type { PermissionRule } from '@hitl/protocol';
import { canonicalJson, parseTime, sha256 } from '@hitl/protocol/fold';
import {
  conventionalDescriptor,
  createRuleSet,
  describeCommand,
  describeReason,
  permissionTypeOf,
  previewOf,
  resourceOf,
  type Decision,
  type RuleContext,
  type RuleInput,
  type RuleSet,
  type ToolDescriptor,
} from '@hitl/permissions';
import { NewestMap } from '../base/newest-map.ts';
import type { Tool } from '../agents/tool.ts';
import { given } from '../base/given.ts';
import { descriptorsOf } from '../agents/tool-descriptors.ts';
import type { PermissionStore } from '../store/permission-store.ts';
import { createUses } from './rule-uses.ts';
import { suggestionExamples } from './suggestion-examples.ts';
import type { RuleCache, RuleFinding, ScopedCall } from './rules.ts';

/** Size and lifetime of the cache. */
export interface PermissionCacheOptions {
  /** Maximum number of cached decisions. Default 1000. */
  readonly max?: number;
  /** Maximum age of a decision, in milliseconds. Default 300,000. */
  readonly ttlMs?: number;
}

/** Context of rules: base paths, links, and the descriptors of tools. */
export interface RuleCacheOptions {
  readonly store: PermissionStore | null;
  readonly tools: ReadonlyMap<string, Tool>;
  readonly context?: Partial<Omit<RuleContext, 'tools'>>;
  readonly cache?: PermissionCacheOptions;
  /**
   * Whether every caller is a user: then the rules of an answer to a request without a user are
   * saved for its sender.
   */
  readonly namedCallers?: boolean;
  /** Milliseconds since the epoch. Default `Date.now`. */
  readonly now?: () => number;
  /** Longer rules are not offered. Default: no limit. */
  readonly ruleLength?: number | null;
  /** Called when the last use of rules could not be saved. Default: not called. */
  readonly onError?: (error: unknown) => void;
}

const MAX_USERS = 1000;
/** How long rules count as current without checking the store, if no hint says otherwise. */
const FRESH_MS = 1000;

interface Entry {
  readonly version: number;
  /** When the version was last read. */
  checked: number;
  readonly rules: readonly PermissionRule[];
  /** By session; the empty name has only the rules that are not limited to a session. */
  readonly sets: Map<string, RuleSet>;
}

interface CachedDecision {
  readonly decision: Decision;
  /** When it was made, by the clock. */
  readonly at: number;
  /** When the next rule expires, by the store's clock. */
  readonly expires: number;
}

export function createRuleCache(options: RuleCacheOptions): RuleCache {
  const { store, cache = {}, now: clock = Date.now, onError = () => undefined } = options;
  const entries = new NewestMap<string, Entry>(MAX_USERS);
  const { max = 1000, ttlMs = 300_000 } = cache;
  const decisions = new NewestMap<string, CachedDecision>(max);
  const uses = createUses(store, onError);
  const context: RuleContext = {
    clock: () => performance.now(),
    ...options.context,
    tools: descriptorsOf(options.tools),
  };
  const empty = createRuleSet([], context);

  /** Whether it is at most this long ago. A clock may be set back, so that a time is in the future. */
  function isWithin(time: number, most: number): boolean {
    const age = clock() - time;
    return age >= 0 && age <= most;
  }

  /** The rules of a user; `null`: there is no user, or no store. */
  async function loadEntry({ tenantId, userId }: ScopedCall): Promise<Entry | null> {
    if (store === null || userId === null) return null;
    const owner = { tenantId, userId };
    const id = JSON.stringify([tenantId, userId]);
    const known = entries.get(id);
    if (known !== undefined && isWithin(known.checked, FRESH_MS - 1)) return known;
    const checked = clock();
    const version = await store.version(owner);
    if (known?.version === version) {
      known.checked = checked;
      entries.set(id, known);
      return known;
    }
    const entry: Entry = { version, checked, rules: await store.rules(owner), sets: new Map() };
    entries.set(id, entry);
    return entry;
  }

  /**
   * Cache key of a decision, with everything it depends on. `null`: not cacheable, because it
   * depends on files, whose links may change, or because JSON cannot represent the arguments.
   */
  async function keyOf(call: ScopedCall, entry: Entry): Promise<string | null> {
    const { tenantId, userId, sessionId, agentId = null, toolName, toolArgs } = call;
    const { kind } = descriptorOf(context, toolName) ?? conventionalDescriptor(toolName);
    const text = kind === 'command' ? JSON.stringify(toolArgs) : '';
    const hangsOnFiles = kind === 'path' || /[<>]/.test(text);
    if (hangsOnFiles && context.realpath !== undefined) return null;
    const all = [tenantId, userId, sessionId, agentId, entry.version, toolName, toolArgs];
    try {
      return await sha256(canonicalJson(all));
    } catch {
      return null;
    }
  }

  function recall(key: string, now: string): Decision | undefined {
    const known = decisions.get(key);
    if (known === undefined || !isWithin(known.at, ttlMs)) return undefined;
    // At the instant itself the rule has expired.
    if (Date.parse(now) >= known.expires) return undefined;
    // Those that are not used are dropped first.
    decisions.set(key, known);
    return known.decision;
  }

  /** Caches a decision. */
  function remember(key: string, decision: Decision, entry: Entry, now: string): void {
    const present = Date.parse(now);
    const expiries = entry.rules
      .map(({ expires_at: expiry }) => parseTime(expiry ?? '') ?? Infinity)
      .filter((expiry) => expiry > present);
    decisions.set(key, { decision, at: clock(), expires: Math.min(...expiries, Infinity) });
  }

  async function setOf(call: ScopedCall): Promise<RuleSet> {
    const entry = await loadEntry(call);
    if (entry === null) return empty;
    const owned = entry.rules.some(({ session_id: id }) => id === call.sessionId);
    const name = owned ? call.sessionId : '';
    const known = entry.sets.get(name);
    if (known !== undefined) return known;
    const made = createRuleSet(rulesIn(entry, call), context);
    entry.sets.set(name, made);
    return made;
  }

  return {
    async find(call, trial = false) {
      const { tenantId, userId, now } = call;
      const entry = await loadEntry(call);
      const key = entry === null ? null : await keyOf(call, entry);
      const known = key === null ? undefined : recall(key, now);
      const decision = known ?? (await setOf(call)).decide(call, { now });
      const { rule_id: ruleId } = decision;
      if (userId !== null && ruleId !== undefined && !trial) {
        uses.note({ tenantId, userId }, ruleId, now);
      }
      if (known !== undefined) return { ...findingOf(known), fromCache: true };
      // Whether a limit of the evaluation is reached depends on the load of the machine.
      if (entry !== null && key !== null && decision.reason !== 'limit') {
        remember(key, decision, entry, now);
      }
      return findingOf(decision);
    },
    async describe(call) {
      const { userId, now } = call;
      const set = await setOf(call);
      const descriptor = descriptorOf(context, call.toolName);
      const { resource, rememberable: expressible } = resourceOf(call, descriptor);
      const most = options.ruleLength ?? Infinity;
      const offers = (expressible ? set.offers(call, { now }) : []).filter((offer) =>
        offer.every((pattern) => pattern.length <= most),
      );
      // If no rule would help, because of an ask rule or a link that leads elsewhere, none is
      // offered.
      const isSavable = offers.length > 0 && store !== null;
      const lacksOwner = isSavable && userId === null && options.namedCallers !== true;
      const rememberable = isSavable && !lacksOwner;
      const suggestions = offers.flatMap((offer) => (offer.length === 1 ? offer : []));
      const command = descriptor?.kind === 'command' ? call.toolArgs[descriptor.arg ?? ''] : null;
      return {
        resource,
        rememberable,
        preview: previewOf(call, descriptor),
        suggestions: rememberable ? [...new Set([resource, ...suggestions])] : [],
        lacksOwner,
        offers: rememberable ? offers.filter(({ length }) => length > 1) : [],
        permissionType: permissionTypeOf(call, descriptor),
        facts: typeof command === 'string' ? { command, ...describeCommand(command) } : {},
      };
    },
    async explain(call) {
      const { now } = call;
      const set = await setOf(call);
      const explanation = set.explain(call, { now });
      const denials = set.suggestDeny(call, { now });
      const { suggestions } = explanation;
      const denialsOnly = denials.filter((rule) => !suggestions.includes(rule));
      return {
        ...explanation,
        denial_suggestions: denials,
        suggestion_examples: {
          ...suggestionExamples(suggestions, call, context),
          ...suggestionExamples(denialsOnly, call, context, 'deny'),
        },
      };
    },
    async wouldAllow(call, patterns) {
      const stored = rulesIn(await loadEntry(call), call);
      const added = patterns.map((rule) => ({ effect: 'allow' as const, rule }));
      const set = createRuleSet([...stored, ...added], context);
      return set.decide(call, { now: call.now }).decision === 'allowed';
    },
    invalidate(tenantId, userId) {
      entries.delete(JSON.stringify([tenantId, userId]));
    },
    writeUses: () => uses.flush(),
  };
}

function findingOf(decision: Decision): RuleFinding {
  const { rule } = decision;
  const found = { reason: describeReason(decision.reason), ...(rule !== undefined && { rule }) };
  switch (decision.decision) {
    case 'denied':
      return { kind: 'deny', ...found };
    case 'allowed':
      return { kind: 'allow', ...found };
    case 'ask':
      return { kind: decision.final ? 'ask' : 'none', ...found };
  }
}

/** The rules that apply in the session. */
function rulesIn(entry: Entry | null, { sessionId }: ScopedCall): RuleInput[] {
  return (entry?.rules ?? [])
    .filter(({ session_id: id }) => id === undefined || id === sessionId)
    .map(({ id, effect, pattern: rule, expires_at: expiresAt }) => ({
      id,
      effect,
      rule,
      ...given({ expiresAt }),
    }));
}

function descriptorOf(context: RuleContext, toolName: string): ToolDescriptor | undefined {
  const { tools } = context;
  return tools !== undefined && Object.hasOwn(tools, toolName) ? tools[toolName] : undefined;
}
