import { conventionalDescriptor, type ToolDescriptor } from './call.ts';
import { createExpiryHeap } from './expiry.ts';
import { matchGlob, type Glob } from './glob.ts';
import { parseInstant } from './instant.ts';
import type { Surroundings } from './judge.ts';
import type { ProtectedPaths } from './path/protected.ts';
import type { PathContext } from './path/subject.ts';
import { within } from './work.ts';
import { defaultRuleId, splitRule, type Rule, type RuleInput } from './rule.ts';
import { createLinkCache } from './path/link-cache.ts';
import { addRule, createToolRules, removeRule, type ToolRules } from './tool-rules.ts';

/** The world that rules speak about. */
export interface RuleContext {
  /** Absolute folder that relative paths start from. Default `/`. */
  readonly root?: string | undefined;
  /** Absolute folder that `~` stands for. Default `/~`, to which only `~` leads. */
  readonly home?: string | undefined;
  /** Whether the file system tells upper from lower case. Default `unknown`. */
  readonly pathCase?: 'sensitive' | 'insensitive' | 'unknown' | undefined;
  /**
   * Resolves symbolic links: the nearest existing ancestor resolved, with the rest of the path
   * behind it; `null` when it cannot be told. Synchronous; with `protected_paths` the only call out of the engine.
   */
  readonly realpath?: ((path: string) => string | null) | undefined;
  /**
   * Monotonic milliseconds, such as `performance.now`: a call that takes longer than 50 of them to
   * judge is `ask` with `limit`. Default: only the steps of a judgement are counted, so that the same
   * call always ends the same.
   */
  readonly clock?: (() => number) | undefined;
  /**
   * Files that are denied whatever the rules say, to tools for files and to what a shell opens. What a
   * command names besides is asked about. Default: none.
   */
  readonly protectedPaths?: ProtectedPaths | undefined;
  /** Descriptors by tool name; for others see `conventionalDescriptor`. */
  readonly tools?: Readonly<Record<string, ToolDescriptor>> | undefined;
  /** The tool whose rules say what a shell may write. Default `file_write`. */
  readonly writeTool?: string | undefined;
  /** The tool whose deny rules say what a shell may not read. Default `file_read`. */
  readonly readTool?: string | undefined;
}

/** Names a rule: by its id, or by effect and text. */
export type RuleName = { readonly id: string } | Pick<RuleInput, 'effect' | 'rule' | 'id'>;

/** Rules in indexes by tool, as of one instant. */
export interface LiveRules {
  /** Every rule that was added, dead ones too, by id. */
  readonly rules: ReadonlyMap<string, Rule>;
  /** Why a rule can match nothing, by id. */
  readonly problems: ReadonlyMap<string, string>;
  /** Takes a rule in, in place of one with the same id. Returns why it can match nothing, if so. */
  add(rule: RuleInput): string | undefined;
  remove(name: RuleName): boolean;
  /** Makes `now` the present: rules die, or, when time went back, live again. */
  advance(now: number): void;
  /** The rules of a tool at present. */
  toolRules(toolName: string): ToolRules;
  /** The next instant at which a rule dies; `undefined` if none does. */
  nextExpiry(): number | undefined;
  readonly around: Surroundings;
  /** Judges within the limits of one call, in which each link is followed once. */
  judge<Value>(judge: () => Value, beyond: () => Value): Value;
  /** Rises whenever a rule comes to life or dies, by time or by hand. */
  readonly epoch: number;
}

/** How many tools without rules of their own are remembered. */
const MAX_FOREIGN_TOOLS = 256;

/** Makes the indexes of a context, without rules. */
export function createLiveRules(context: RuleContext): LiveRules {
  const links = context.realpath === undefined ? undefined : createLinkCache(context.realpath);
  const paths: PathContext = {
    root: context.root ?? '/',
    home: context.home ?? '/~',
    pathCase: context.pathCase ?? 'unknown',
    realpath: links && ((path) => links.realpath(path)),
    protectedPaths: context.protectedPaths,
  };
  const rules = new Map<string, Rule>();
  const problems = new Map<string, string>();
  /** Tools that rules name. */
  const own = new Map<string, { readonly tool: ToolRules; count: number }>();
  /** Tools that were asked about, which only globs may reach. */
  const foreign = new Map<string, ToolRules>();
  const globs = new Map<string, { readonly rule: Rule; readonly glob: Glob }>();
  let dying = createExpiryHeap('earliest');
  let dead = createExpiryHeap('latest');
  let present = Number.NEGATIVE_INFINITY;
  let epoch = 0;

  function descriptorOf(toolName: string): ToolDescriptor {
    const { tools } = context;
    const given =
      tools !== undefined && Object.hasOwn(tools, toolName) ? tools[toolName] : undefined;
    return given ?? conventionalDescriptor(toolName);
  }

  function createTool(toolName: string): ToolRules {
    const tool = createToolRules(descriptorOf(toolName), paths);
    for (const { rule, glob } of globs.values()) if (matchGlob(glob, toolName)) addRule(tool, rule);
    return tool;
  }

  function toolRules(toolName: string): ToolRules {
    const known = own.get(toolName)?.tool ?? foreign.get(toolName);
    if (known !== undefined) return known;
    if (foreign.size >= MAX_FOREIGN_TOOLS) foreign.clear();
    const tool = createTool(toolName);
    foreign.set(toolName, tool);
    return tool;
  }

  function bringToLife(rule: Rule): string | undefined {
    epoch += 1;
    if (!rule.tool.includes('*')) {
      let entry = own.get(rule.tool);
      if (entry === undefined) {
        entry = { tool: foreign.get(rule.tool) ?? createTool(rule.tool), count: 0 };
        foreign.delete(rule.tool);
        own.set(rule.tool, entry);
      }
      entry.count += 1;
      return addRule(entry.tool, rule);
    }
    const glob = rule.tool.split('*');
    globs.set(rule.id, { rule, glob });
    for (const [name, { tool }] of own) if (matchGlob(glob, name)) addRule(tool, rule);
    for (const [name, tool] of foreign) if (matchGlob(glob, name)) addRule(tool, rule);
    return rule.problem;
  }

  function layToRest(rule: Rule): void {
    epoch += 1;
    const globbed = globs.get(rule.id);
    if (globbed !== undefined) {
      globs.delete(rule.id);
      for (const [name, { tool }] of own) if (matchGlob(globbed.glob, name)) removeRule(tool, rule);
      for (const [name, tool] of foreign) if (matchGlob(globbed.glob, name)) removeRule(tool, rule);
      return;
    }
    const entry = own.get(rule.tool);
    if (entry === undefined) return;
    removeRule(entry.tool, rule);
    entry.count -= 1;
    if (entry.count === 0) own.delete(rule.tool);
  }

  function isCurrent(rule: Rule): boolean {
    return rules.get(rule.id) === rule;
  }

  /** Removed rules stay in the heaps until they come up; with many of them the heaps start anew. */
  function tidyHeaps(): void {
    if (dying.size + dead.size <= 2 * rules.size + 64) return;
    dying = createExpiryHeap('earliest');
    dead = createExpiryHeap('latest');
    for (const rule of rules.values()) schedule(rule);
  }

  function schedule(rule: Rule): void {
    if (rule.expires === Number.POSITIVE_INFINITY) return;
    (rule.expires > present ? dying : dead).push(rule);
  }

  function take(id: string): boolean {
    const rule = rules.get(id);
    if (rule === undefined) return false;
    rules.delete(id);
    problems.delete(id);
    if (rule.expires > present) layToRest(rule);
    tidyHeaps();
    return true;
  }

  return {
    rules,
    problems,
    add(input) {
      const rule = readRule(input);
      take(rule.id);
      rules.set(rule.id, rule);
      schedule(rule);
      const problem = rule.expires > present ? bringToLife(rule) : rule.problem;
      if (problem !== undefined) problems.set(rule.id, problem);
      return problem;
    },
    remove(name) {
      const id = name.id ?? ('rule' in name ? defaultRuleId(name.effect, name.rule) : undefined);
      return id !== undefined && take(id);
    },
    advance(now) {
      if (now === present) return;
      present = now;
      for (
        let rule = dying.peek();
        rule !== undefined && rule.expires <= now;
        rule = dying.peek()
      ) {
        dying.pop();
        if (!isCurrent(rule)) continue;
        layToRest(rule);
        dead.push(rule);
      }
      for (let rule = dead.peek(); rule !== undefined && rule.expires > now; rule = dead.peek()) {
        dead.pop();
        if (!isCurrent(rule)) continue;
        bringToLife(rule);
        dying.push(rule);
      }
    },
    toolRules,
    nextExpiry() {
      for (let rule = dying.peek(); rule !== undefined; rule = dying.peek()) {
        if (isCurrent(rule)) return rule.expires;
        dying.pop();
      }
      return undefined;
    },
    get epoch() {
      return epoch;
    },
    judge: (judge, beyond) =>
      within(context.clock, () => (links === undefined ? judge() : links.during(judge)), beyond),
    around: {
      paths,
      writeTool: () => toolRules(context.writeTool ?? 'file_write'),
      readTool: () => toolRules(context.readTool ?? 'file_read'),
    },
  };
}

function validTime(date: Date): number | undefined {
  const time = date.getTime();
  return Number.isNaN(time) ? undefined : time;
}

/** Reads a rule as far as that goes without knowing the kinds of the tools it is for. */
function readRule(input: RuleInput): Rule {
  const { effect, rule: text } = input;
  const split = splitRule(text);
  const expires =
    input.expiresAt === undefined || input.expiresAt === null
      ? Number.POSITIVE_INFINITY
      : typeof input.expiresAt === 'string'
        ? parseInstant(input.expiresAt)
        : validTime(input.expiresAt);
  let problem = split.ok ? undefined : split.reason;
  if (split.ok && split.bare && effect === 'allow') {
    problem = `${split.tool} alone allows nothing; write ${split.tool}(*) for the whole tool.`;
  }
  if (expires === undefined && effect === 'allow') {
    problem ??= `The expiry ${JSON.stringify(input.expiresAt)} is not an RFC 3339 time.`;
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
