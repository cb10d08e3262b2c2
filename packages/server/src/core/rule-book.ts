import type { PermissionRule } from '@hitl/protocol';
import {
  createRuleSet,
  describeCommand,
  describeReason,
  permissionTypeOf,
  previewOf,
  resourceOf,
  type RuleContext,
  type RuleSet,
  type ToolDescriptor,
} from '../permissions/index.ts';
import type { Tool } from '../runner/tool.ts';
import type { PermissionStore } from '../store/permission-store.ts';

/** A call to be judged. */
export interface JudgedCall {
  readonly tool_name: string;
  readonly tool_args: Readonly<Record<string, unknown>>;
}

/** Whose rules count. */
export interface RuleScopeOf {
  readonly tenant_id: string;
  /** `null`: no stored rule counts. */
  readonly user_id: string | null;
  readonly session_id: string;
}

/** What the rules say: `doubt` means that a deny or ask rule might match. */
export interface RuleFinding {
  readonly kind: 'deny' | 'ask' | 'allow' | 'none';
  readonly reason: string;
  readonly rule?: string;
}

/** What people are shown about a call, and what could be remembered. */
export interface CallDescription {
  /** The exact rule of this call. */
  readonly resource: string;
  readonly preview: string;
  /** Offered rules that cover the call each alone, narrowest first. */
  readonly suggestions: readonly string[];
  /** Offers of several rules that cover it together: one for each command of a line. */
  readonly offers: readonly (readonly string[])[];
  readonly permission_type: 'read' | 'write' | 'all' | 'command';
  /** `false`: nothing can be saved for it. */
  readonly rememberable: boolean;
  readonly facts: Readonly<Record<string, unknown>>;
}

/** The stored rules of users, kept ready to decide. */
export interface RuleBook {
  find(scope: RuleScopeOf, call: JudgedCall, now: string): Promise<RuleFinding>;
  describe(scope: RuleScopeOf, call: JudgedCall, now: string): Promise<CallDescription>;
  explain(
    scope: RuleScopeOf,
    call: JudgedCall,
    now: string,
  ): Promise<Readonly<Record<string, unknown>>>;
  /** Whether the stored rules together with these allow would allow the call. */
  wouldAllow(
    scope: RuleScopeOf,
    call: JudgedCall,
    patterns: readonly string[],
    now: string,
  ): Promise<boolean>;
  /** Forgets what is kept of a user, as its rules have changed. */
  invalidate(tenantId: string, userId: string): void;
}

/** Where paths begin and links lead; how each tool names its subject. */
export interface RuleBookOptions {
  readonly store: PermissionStore | null;
  readonly tools: ReadonlyMap<string, Tool>;
  readonly context?: Partial<Omit<RuleContext, 'tools'>>;
}

const MAX_USERS = 1000;

interface Entry {
  readonly version: number;
  readonly rules: readonly PermissionRule[];
  /** By session; the empty name holds the lasting rules only. */
  readonly sets: Map<string, RuleSet>;
}

export function createRuleBook(options: RuleBookOptions): RuleBook {
  const { store } = options;
  const entries = new Map<string, Entry>();
  const context: RuleContext = { ...options.context, tools: descriptorsOf(options.tools) };
  const empty = createRuleSet([], context);

  async function entryOf(tenantId: string, userId: string): Promise<Entry | null> {
    if (store === null) return null;
    const owner = { tenant_id: tenantId, user_id: userId };
    const id = JSON.stringify([tenantId, userId]);
    const version = await store.version(owner);
    const known = entries.get(id);
    if (known?.version === version) return known;
    const entry: Entry = { version, rules: await store.rules(owner), sets: new Map() };
    entries.delete(id);
    entries.set(id, entry);
    const [oldest] = entries.keys();
    if (entries.size > MAX_USERS && oldest !== undefined) entries.delete(oldest);
    return entry;
  }

  async function setOf(scope: RuleScopeOf): Promise<RuleSet> {
    if (scope.user_id === null) return empty;
    const entry = await entryOf(scope.tenant_id, scope.user_id);
    if (entry === null) return empty;
    const owned = entry.rules.some(({ session_id: id }) => id === scope.session_id);
    const name = owned ? scope.session_id : '';
    const known = entry.sets.get(name);
    if (known !== undefined) return known;
    const live = entry.rules.filter(
      ({ session_id: id }) => id === undefined || id === scope.session_id,
    );
    const made = createRuleSet(live.map(toRule), context);
    entry.sets.set(name, made);
    return made;
  }

  return {
    async find(scope, call, now) {
      const set = await setOf(scope);
      const decision = set.decide(call, { now });
      const { rule } = decision;
      const found = {
        reason: describeReason(decision.reason),
        ...(rule !== undefined && { rule }),
      };
      switch (decision.decision) {
        case 'denied':
          return { kind: 'deny', ...found };
        case 'allowed':
          return { kind: 'allow', ...found };
        case 'ask':
          return { kind: decision.final ? 'ask' : 'none', ...found };
      }
    },
    async describe(scope, call, now) {
      const set = await setOf(scope);
      const descriptor = descriptorOf(context, call.tool_name);
      const { resource, rememberable } = resourceOf(call, descriptor);
      const offers = rememberable ? set.offers(call, { now }) : [];
      const suggestions = offers.flatMap((offer) => (offer.length === 1 ? offer : []));
      const command = descriptor?.kind === 'command' ? call.tool_args[descriptor.arg ?? ''] : null;
      return {
        resource,
        rememberable,
        preview: previewOf(call, descriptor),
        suggestions: rememberable ? [...new Set([resource, ...suggestions])] : [],
        offers: offers.filter(({ length }) => length > 1),
        permission_type: permissionTypeOf(call, descriptor),
        facts: typeof command === 'string' ? { command, ...describeCommand(command) } : {},
      };
    },
    async explain(scope, call, now) {
      const set = await setOf(scope);
      return { ...set.explain(call, { now }) };
    },
    async wouldAllow(scope, call, patterns, now) {
      const stored =
        scope.user_id === null
          ? []
          : ((await entryOf(scope.tenant_id, scope.user_id))?.rules ?? []);
      const counted = stored.filter(
        ({ session_id: id }) => id === undefined || id === scope.session_id,
      );
      const set = createRuleSet(
        [...counted.map(toRule), ...patterns.map((rule) => ({ effect: 'allow' as const, rule }))],
        context,
      );
      return set.decide(call, { now }).decision === 'allowed';
    },
    invalidate(tenantId, userId) {
      entries.delete(JSON.stringify([tenantId, userId]));
    },
  };
}

function toRule({ id, effect, pattern, expires_at: expiry }: PermissionRule) {
  return { id, effect, rule: pattern, ...(expiry !== undefined && { expires_at: expiry }) };
}

/** How rules see the calls of each tool that says so itself. */
export function descriptorsOf(tools: ReadonlyMap<string, Tool>): Record<string, ToolDescriptor> {
  const entries = [...tools.values()].flatMap((tool): [string, ToolDescriptor][] => {
    const own = tool.getPermissionResource?.bind(tool);
    if (own === undefined && tool.permission === undefined) return [];
    return [
      [
        tool.name,
        {
          kind: own === undefined ? (tool.permission?.kind ?? 'json') : 'text',
          arg: tool.permission?.arg,
          safe_args: tool.permission?.safe_args,
          resource: own,
          read_only: tool.effects === 'pure',
        },
      ],
    ];
  });
  return Object.fromEntries(entries);
}

function descriptorOf(context: RuleContext, toolName: string): ToolDescriptor | undefined {
  const { tools } = context;
  return tools !== undefined && Object.hasOwn(tools, toolName) ? tools[toolName] : undefined;
}
