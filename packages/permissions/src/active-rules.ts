import { conventionalDescriptor, type ToolDescriptor } from './call.ts';
import { matchGlob, type Glob } from './glob.ts';
import { instantOf } from './instant.ts';
import type { EvaluationScope } from './evaluation-scope.ts';
import type { PathContext, ProtectedPaths } from './path/subject.ts';
import { createWork, OutOfWork, UNLIMITED } from './work.ts';
import { defaultRuleId, splitRule, type Rule, type RuleInput } from './rule.ts';
import { followLinks } from './path/follow-links.ts';
import { addRule, createToolRules, removeRule, type ToolRules } from './tool-rules.ts';

/** Context in which rules are matched. */
export interface RuleContext {
  /** Absolute folder that relative paths start from. Default `/`. */
  readonly root?: string | undefined;
  /** Absolute folder for `~`. Default `/~`, which only `~` refers to. */
  readonly home?: string | undefined;
  /** Whether the file system is case-sensitive. Default `unknown`. */
  readonly pathCase?: 'sensitive' | 'insensitive' | 'unknown' | undefined;
  /**
   * Resolves symbolic links: the nearest existing ancestor resolved, followed by the rest of the
   * path; `null` if unknown. Synchronous; with `protectedPaths` the only call out of the engine.
   */
  readonly realpath?: ((path: string) => string | null) | undefined;
  /**
   * Monotonic milliseconds, such as `performance.now`: a call that takes longer than 50 ms to
   * evaluate is `ask` with `limit`. Default: only steps are counted, so that the result is
   * deterministic.
   */
  readonly clock?: (() => number) | undefined;
  /**
   * Files that are always denied, both to file tools and as targets of shell redirections. A command that
   * names one in another way needs a person's approval. Default: none.
   */
  readonly protectedPaths?: ProtectedPaths | undefined;
  /** Descriptors by tool name; for others see `conventionalDescriptor`. */
  readonly tools?: Readonly<Record<string, ToolDescriptor>> | undefined;
  /** The tool whose rules decide what a shell may write. Default `file_write`. */
  readonly writeTool?: string | undefined;
  /** The tool whose deny rules decide which files a shell may not read. Default `file_read`. */
  readonly readTool?: string | undefined;
}

/** The key of a rule: its id, otherwise its effect and text. */
export type RuleName = { readonly id: string } | Pick<RuleInput, 'effect' | 'rule' | 'id'>;

/** Rules indexed by tool, at one instant. */
export interface ActiveRules {
  /** Every rule that was added, including expired ones, by id. */
  readonly rules: ReadonlyMap<string, Rule>;
  /** Why a rule cannot match anything, by rule id. */
  readonly problems: ReadonlyMap<string, string>;
  /** Adds a rule, replacing one with the same id. Returns the reason if the rule cannot match anything. */
  add(rule: RuleInput): string | undefined;
  remove(name: RuleName): boolean;
  /** Moves the present to `now`: rules expire, or become active again if the time went back. */
  advance(now: number): void;
  /** The rules of a tool that are active now. */
  toolRules(toolName: string): ToolRules;
  /** The next instant at which a rule expires; `undefined` if none does. */
  nextExpiry(): number | undefined;
  /** Runs `evaluate` within the limits of one evaluation; each symbolic link is resolved at most once. */
  within<Value>(evaluate: (scope: EvaluationScope) => Value, beyond: () => Value): Value;
}

/** How many tools without rules of their own have their indexes cached. */
const MAX_UNNAMED_TOOLS = 256;

/** Creates the indexes for a context, without rules. */
export function createActiveRules(context: RuleContext): ActiveRules {
  const paths: PathContext = {
    root: context.root ?? '/',
    home: context.home ?? '/~',
    pathCase: context.pathCase ?? 'unknown',
    realpath: context.realpath,
    protectedPaths: context.protectedPaths,
  };
  const rules = new Map<string, Rule>();
  const problems = new Map<string, string>();
  const tools = new Map<string, ToolRules>();
  /** The number of active rules that name a tool. */
  const named = new Map<string, number>();
  const globs = new Map<string, { readonly rule: Rule; readonly glob: Glob }>();
  /** The interval in which the currently active rules do not change. */
  let since = Number.NEGATIVE_INFINITY;
  let until = Number.NEGATIVE_INFINITY;
  let present = Number.NEGATIVE_INFINITY;

  function descriptorOf(toolName: string): ToolDescriptor {
    const { tools: given } = context;
    const own = given !== undefined && Object.hasOwn(given, toolName) ? given[toolName] : undefined;
    return own ?? conventionalDescriptor(toolName);
  }

  function toolRules(toolName: string): ToolRules {
    const known = tools.get(toolName);
    if (known !== undefined) return known;
    if (tools.size - named.size >= MAX_UNNAMED_TOOLS) {
      for (const name of tools.keys()) if (!named.has(name)) tools.delete(name);
    }
    const tool = createToolRules(descriptorOf(toolName), paths);
    for (const { rule, glob } of globs.values()) if (reaches(glob, toolName)) addRule(tool, rule);
    tools.set(toolName, tool);
    return tool;
  }

  function activate(rule: Rule): string | undefined {
    if (!rule.tool.includes('*')) {
      const tool = toolRules(rule.tool);
      named.set(rule.tool, (named.get(rule.tool) ?? 0) + 1);
      return addRule(tool, rule);
    }
    const glob = rule.tool.split('*');
    globs.set(rule.id, { rule, glob });
    for (const [name, tool] of tools) if (reaches(glob, name)) addRule(tool, rule);
    return rule.problem;
  }

  function deactivate(rule: Rule): void {
    const globbed = globs.get(rule.id);
    globs.delete(rule.id);
    for (const [name, tool] of tools) {
      const concerned = globbed === undefined ? name === rule.tool : reaches(globbed.glob, name);
      if (concerned) removeRule(tool, rule);
    }
    if (globbed !== undefined) return;
    const left = (named.get(rule.tool) ?? 1) - 1;
    if (left > 0) named.set(rule.tool, left);
    else named.delete(rule.tool);
  }

  /** How long it takes until the next rule expires, from now. */
  function setSpan(): void {
    since = Number.NEGATIVE_INFINITY;
    until = Number.POSITIVE_INFINITY;
    for (const rule of rules.values()) bound(rule);
  }

  function bound({ expires }: Rule): void {
    if (expires <= present) since = Math.max(since, expires);
    else until = Math.min(until, expires);
  }

  function take(id: string): boolean {
    const rule = rules.get(id);
    if (rule === undefined) return false;
    rules.delete(id);
    problems.delete(id);
    if (rule.expires > present) deactivate(rule);
    return true;
  }

  return {
    rules,
    problems,
    add(input) {
      const rule = readRule(input);
      take(rule.id);
      rules.set(rule.id, rule);
      bound(rule);
      const problem = rule.expires > present ? activate(rule) : rule.problem;
      if (problem !== undefined) problems.set(rule.id, problem);
      return problem;
    },
    remove(name) {
      const id = name.id ?? ('rule' in name ? defaultRuleId(name.effect, name.rule) : undefined);
      return id !== undefined && take(id);
    },
    advance(now) {
      const before = present;
      present = now;
      if (since <= now && now < until) return;
      for (const rule of rules.values()) {
        const active = rule.expires > now;
        if (active === rule.expires > before) continue;
        if (active) activate(rule);
        else deactivate(rule);
      }
      setSpan();
    },
    toolRules,
    nextExpiry() {
      setSpan();
      return until === Number.POSITIVE_INFINITY ? undefined : until;
    },
    within(evaluate, beyond) {
      const { realpath } = paths;
      try {
        const work = createWork(context.clock);
        return evaluate({
          work,
          paths:
            realpath === undefined ? paths : { ...paths, realpath: followLinks(realpath, work) },
          writeTool: () => toolRules(context.writeTool ?? 'file_write'),
          readTool: () => toolRules(context.readTool ?? 'file_read'),
        });
      } catch (error) {
        if (error instanceof OutOfWork) return beyond();
        throw error;
      }
    },
  };
}

function reaches(glob: Glob, toolName: string): boolean {
  return matchGlob(glob, toolName, UNLIMITED);
}

/** Parses a rule as far as possible without knowing the kind of the tools it applies to. */
function readRule(input: RuleInput): Rule {
  const { effect, rule: text } = input;
  const split = splitRule(text, effect);
  const { expiresAt } = input;
  const never = expiresAt === undefined || expiresAt === null;
  const expires = never ? Number.POSITIVE_INFINITY : instantOf(expiresAt);
  let problem = split.ok ? undefined : split.reason;
  if (expires === undefined && effect === 'allow') {
    problem ??= `The expiry ${JSON.stringify(expiresAt)} is not an RFC 3339 time.`;
  }
  return {
    id: input.id ?? defaultRuleId(effect, text),
    effect,
    text,
    tool: split.tool,
    pattern: split.ok ? split.pattern : '',
    expires: expires ?? Number.POSITIVE_INFINITY,
    problem,
  };
}
