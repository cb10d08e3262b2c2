import { readFileSync } from 'node:fs';
import type { ToolDescriptor } from './call.ts';
import type { RuleContext, RuleInput } from './index.ts';

/** `{"$repeat", "$times", "$prefix", "$suffix"}` stands for a long text. */
interface Repeated {
  readonly $repeat: string;
  readonly $times: number;
  readonly $prefix?: string;
  readonly $suffix?: string;
}

/** A descriptor as the file spells it. */
interface CaseDescriptor {
  readonly kind: ToolDescriptor['kind'];
  readonly arg?: string;
  readonly safe_args?: readonly string[];
}

/** The world of a case. */
export interface CaseContext {
  readonly now: string;
  readonly root: string;
  readonly home: string;
  readonly path_case: 'sensitive' | 'insensitive' | 'unknown';
  readonly symlinks: Readonly<Record<string, string>>;
  readonly write_tool: string;
  readonly read_tool: string;
  readonly tools: Readonly<Record<string, CaseDescriptor>>;
}

/** One case of `permission-cases.json`: rules, a call, and what becomes of it. */
export interface PermissionCase {
  readonly id: string;
  readonly tier: string;
  readonly rules: readonly {
    readonly effect: RuleInput['effect'];
    readonly rule: string;
    readonly expires_at?: string;
  }[];
  readonly tool: string;
  readonly args: unknown;
  readonly expected: 'allowed' | 'denied' | 'ask';
  readonly why: string;
  readonly max_ms?: number;
  readonly context?: Partial<CaseContext>;
}

/** One case of what is suggested for a call. */
export interface SuggestionCase {
  readonly id: string;
  readonly tool: string;
  readonly args: unknown;
  readonly first?: string;
  readonly includes?: readonly string[];
  readonly never?: readonly string[];
  readonly max_count?: number;
  readonly why: string;
}

interface Fixture {
  readonly context: CaseContext;
  readonly cases: readonly PermissionCase[];
  readonly suggestions: readonly SuggestionCase[];
}

const fixture = JSON.parse(
  readFileSync(new URL('../fixtures/permission-cases.json', import.meta.url), 'utf8'),
  (_, value: unknown) => (isRepeated(value) ? written(value) : value),
) as Fixture;

function isRepeated(value: unknown): value is Repeated {
  return typeof value === 'object' && value !== null && '$repeat' in value;
}

function written({ $repeat, $times, $prefix = '', $suffix = '' }: Repeated): string {
  return $prefix + $repeat.repeat($times) + $suffix;
}

/** All cases, in the order of the file. */
export const permissionCases: readonly PermissionCase[] = fixture.cases;

/** What is suggested for which call. */
export const suggestionCases: readonly SuggestionCase[] = fixture.suggestions;

/** The hook that a map of links stands for; a link that leads to itself is a loop. */
function realpathOf(symlinks: Readonly<Record<string, string>>): (path: string) => string | null {
  const links = new Map(Object.entries(symlinks));
  return (path) => {
    let names = path.split('/').filter((name) => name !== '');
    for (let at = 1, followed = 0; at <= names.length; at += 1) {
      const target = links.get(`/${names.slice(0, at).join('/')}`);
      if (target === undefined) continue;
      followed += 1;
      if (followed > 40) return null;
      names = [...target.split('/').filter((name) => name !== ''), ...names.slice(at)];
      at = 0;
    }
    return `/${names.join('/')}`;
  };
}

/** What rules are checked in: the world of all cases, with what a case says of its own. */
export function contextOf(overrides: Partial<CaseContext> = {}): RuleContext & {
  readonly now: string;
  readonly tools: Readonly<Record<string, ToolDescriptor>>;
} {
  const { now, root, home, ...context } = { ...fixture.context, ...overrides };
  const tools = Object.entries(context.tools).map(([name, { safe_args: safeArgs, ...tool }]) => [
    name,
    { ...tool, safeArgs },
  ]);
  return {
    now,
    root,
    home,
    pathCase: context.path_case,
    writeTool: context.write_tool,
    readTool: context.read_tool,
    tools: Object.fromEntries(tools),
    realpath: realpathOf(context.symlinks),
  };
}

/** The rules of a case. */
export function rulesOf({ rules }: PermissionCase): RuleInput[] {
  return rules.map(({ effect, rule, expires_at: expiresAt }) => ({
    effect,
    rule,
    ...(expiresAt !== undefined && { expiresAt }),
  }));
}
