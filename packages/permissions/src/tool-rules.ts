import type { ToolDescriptor } from './call.ts';
import { createAllowIndex, type AllowIndex } from './command/allow-index.ts';
import { createGuardIndex, type GuardIndex } from './command/guard-index.ts';
import { createJsonIndex, type JsonIndex } from './json/json-index.ts';
import { createPathIndex, type PathIndex } from './path/path-index.ts';
import type { PathContext } from './path/subject.ts';
import type { Rule, RuleEffect } from './rule.ts';
import { createTextIndex, type TextIndex } from './text/text-index.ts';
import { createUrlIndex, type UrlIndex } from './url/url-index.ts';

/** What every index of patterns can do. */
interface PatternIndex {
  readonly size: number;
  add(rule: Rule): string | undefined;
  remove(rule: Rule): void;
}

/** The live rules of one tool with one effect. */
export interface EffectRules<Index extends PatternIndex> {
  /** `tool(*)`. */
  readonly whole: Rule[];
  /** Rules that cannot be read. */
  readonly broken: Rule[];
  readonly index: Index;
}

interface RulesOf<Allow extends PatternIndex, Guard extends PatternIndex> {
  readonly descriptor: ToolDescriptor;
  readonly allow: EffectRules<Allow>;
  readonly deny: EffectRules<Guard>;
  readonly ask: EffectRules<Guard>;
}

/** The live rules of one tool, in indexes of its kind. */
export type ToolRules =
  | ({ readonly kind: 'command' } & RulesOf<AllowIndex, GuardIndex>)
  | ({ readonly kind: 'path' } & RulesOf<PathIndex, PathIndex>)
  | ({ readonly kind: 'url' } & RulesOf<UrlIndex, UrlIndex>)
  | ({ readonly kind: 'json' } & RulesOf<JsonIndex, JsonIndex>)
  | ({ readonly kind: 'text' } & RulesOf<TextIndex, TextIndex>);

/** Makes empty indexes of the kind that a tool's descriptor names. */
export function createToolRules(descriptor: ToolDescriptor, context: PathContext): ToolRules {
  const { kind } = descriptor;
  switch (kind) {
    case 'command':
      return {
        kind,
        descriptor,
        allow: effect(createAllowIndex()),
        deny: effect(createGuardIndex()),
        ask: effect(createGuardIndex()),
      };
    case 'path':
      return { kind, descriptor, ...effects((broad) => createPathIndex(broad, context)) };
    case 'url':
      return { kind, descriptor, ...effects(createUrlIndex) };
    case 'json':
      return { kind, descriptor, ...effects(createJsonIndex) };
    case 'text':
      return { kind, descriptor, ...effects(createTextIndex) };
  }
}

function effect<Index extends PatternIndex>(index: Index): EffectRules<Index> {
  return { whole: [], broken: [], index };
}

function effects<Index extends PatternIndex>(
  create: (broad: boolean) => Index,
): Record<RuleEffect, EffectRules<Index>> {
  return { allow: effect(create(false)), deny: effect(create(true)), ask: effect(create(true)) };
}

/** Takes a rule in. Returns why it cannot be read as a pattern of this kind, if so. */
export function addRule(tool: ToolRules, rule: Rule): string | undefined {
  const { whole, broken, index } = tool[rule.effect];
  if (rule.problem === undefined && rule.pattern.trim() === '*') {
    whole.push(rule);
    return undefined;
  }
  const problem = rule.problem ?? index.add(rule);
  if (problem !== undefined) broken.push(rule);
  return problem;
}

/** Takes a rule out again. */
export function removeRule(tool: ToolRules, rule: Rule): void {
  const { whole, broken, index } = tool[rule.effect];
  for (const rules of [whole, broken]) {
    const at = rules.findIndex(({ id }) => id === rule.id);
    if (at < 0) continue;
    rules.splice(at, 1);
    return;
  }
  index.remove(rule);
}

/** Whether any deny or ask rule about parts of the tool is alive. */
export function hasPatterns(tool: ToolRules): boolean {
  return tool.deny.index.size + tool.ask.index.size > 0;
}

/** Whether any deny or ask rule is alive, readable or not. */
export function isGuarded(tool: ToolRules): boolean {
  const { deny, ask } = tool;
  return (
    hasPatterns(tool) ||
    deny.whole.length + ask.whole.length + deny.broken.length + ask.broken.length > 0
  );
}
