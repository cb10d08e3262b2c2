import { canonicalJson } from '@hitl/protocol/fold';
import {
  conventionalDescriptor,
  createRuleSet,
  parseRule,
  type RuleContext,
  type ToolDescriptor,
} from '@hitl/permissions';
import type { RuleCall } from './rules.ts';

/** Number of examples shown with a rule. */
const MAX_EXAMPLES = 3;

/** Arguments that illustrate a prefix, the least expected ones first. */
const SPECIFIC: readonly (readonly [prefix: RegExp, args: readonly string[]])[] = [
  [/^(?:npm|pnpm|yarn|bun) (?:run )?\S+$/, [':other', ' -- --watch', ' ']],
  [/^git push$/, [' origin any-branch', ' --tags']],
  [/^git commit$/, [' --amend', ' --all -m message']],
  [/^git (?:checkout|restore)$/, [' .', ' main']],
  [/^git (?:branch|tag|stash)$/, [' --delete name', ' -d name']],
  [/^git reset$/, [' HEAD~1']],
  [/^(?:npm|pnpm|yarn|pip|cargo|brew|apt|apt-get) (?:install|add)$/, [' any-package']],
];
const ANY_ARGUMENTS = [' --any-option', ' ../any/file', ' '];

/**
 * Examples of other calls that each rule would allow (or deny), to show its scope: the subject of a
 * call (its command, path or URL), or its arguments as JSON. A rule for exactly one call has none.
 * Each example is evaluated with its rule, and left out if it does not match.
 */
export function suggestionExamples(
  rules: readonly string[],
  call: RuleCall,
  context: RuleContext,
  effect: 'allow' | 'deny' = 'allow',
): Record<string, string[]> {
  const wanted = effect === 'allow' ? 'allowed' : 'denied';
  const { tools = {} } = context;
  const known = Object.hasOwn(tools, call.toolName) ? tools[call.toolName] : undefined;
  const descriptor = known ?? conventionalDescriptor(call.toolName);
  const own = subjectIn(call, descriptor);
  return Object.fromEntries(
    rules.flatMap((rule): [string, string[]][] => {
      const parsed = parseRule(rule, effect, descriptor.kind);
      if (!parsed.ok) return [];
      const set = createRuleSet([{ effect, rule }], context);
      const reached = candidates(parsed.pattern, call, descriptor).filter((text) => {
        const other = callWith(text, call, descriptor);
        // The rule does not expire, so any time works.
        return text !== own && set.decide(other, { now: 0 }).decision === wanted;
      });
      const examples = [...new Set(reached)].slice(0, MAX_EXAMPLES);
      return examples.length === 0 ? [] : [[rule, examples]];
    }),
  );
}

function candidates(pattern: string, call: RuleCall, { kind }: ToolDescriptor): string[] {
  switch (kind) {
    case 'command': {
      if (!pattern.endsWith(':*')) return [];
      const prefix = pattern.slice(0, -2);
      const specific = SPECIFIC.find(([own]) => own.test(prefix))?.[1] ?? [];
      return [...specific, ...ANY_ARGUMENTS].map((args) => `${prefix}${args}`.trimEnd());
    }
    case 'path': {
      const [, folder = '', rest = ''] = /^(.*\/)(\*\*|\*\.[^/*]+)$/.exec(pattern) ?? [];
      if (rest === '**') return [`${folder}any/file.txt`, `${folder}.env`];
      return rest === ''
        ? []
        : [`${folder}other${rest.slice(1)}`, `${folder}.hidden${rest.slice(1)}`];
    }
    case 'url': {
      const host = /^domain:(.+)$/.exec(pattern)?.[1];
      if (host !== undefined) return [`https://${host}/`, `https://${host}/any/path?and=query`];
      const folder = /^(.*\/)\*$/.exec(pattern)?.[1];
      return folder === undefined ? [] : [`${folder}other`, `${folder}any/path?and=query`];
    }
    case 'json':
    case 'text':
      return pattern.trim() === '*' ? [canonicalJson(othersLike(call.toolArgs)), '{}'] : [];
  }
}

/** The same arguments with other values. */
function othersLike(args: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.keys(args).map((name) => [name, 'anything']));
}

function isJson({ kind, arg }: ToolDescriptor): boolean {
  return kind === 'json' || arg === undefined;
}

function subjectIn({ toolArgs: args }: RuleCall, descriptor: ToolDescriptor): unknown {
  return isJson(descriptor) ? canonicalJson(args) : args[descriptor.arg ?? ''];
}

function callWith(text: string, call: RuleCall, descriptor: ToolDescriptor): RuleCall {
  const { toolName } = call;
  if (isJson(descriptor)) {
    return { toolName, toolArgs: JSON.parse(text) as Record<string, unknown> };
  }
  return { toolName, toolArgs: { [descriptor.arg ?? '']: text } };
}
