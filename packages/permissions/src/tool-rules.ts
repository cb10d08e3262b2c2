import type { ResourceKind, ToolDescriptor } from './call.ts';
import { compileCommandRule, type CommandRule } from './command/rules.ts';
import { compileJsonRule } from './json/match.ts';
import type { JsonPattern } from './json/pattern.ts';
import { compilePathRule } from './path/match.ts';
import type { PathPattern } from './path/pattern.ts';
import type { PathContext } from './path/subject.ts';
import { createRuleIndex, type Compile, type RuleIndex } from './rule-index.ts';
import type { Rule, RuleEffect } from './rule.ts';
import { compileText, type TextPattern } from './text/match.ts';
import { compileUrlRule } from './url/match.ts';
import type { UrlPattern } from './url/pattern.ts';

/** The active rules of one tool with one effect. */
export interface EffectRules<Pattern> {
  /** `tool(*)`. */
  readonly whole: Rule[];
  /** Rules that cannot be parsed. */
  readonly broken: Rule[];
  readonly index: RuleIndex<Pattern>;
}

interface Patterns extends Record<ResourceKind, unknown> {
  command: CommandRule;
  path: PathPattern;
  url: UrlPattern;
  json: JsonPattern;
  text: TextPattern;
}

/** The active rules of a tool of one kind. */
export interface RulesOfKind<Kind extends ResourceKind> extends Readonly<
  Record<RuleEffect, EffectRules<Patterns[Kind]>>
> {
  readonly kind: Kind;
  readonly descriptor: ToolDescriptor;
}

/** The active rules of one tool, with patterns of its kind. */
export type ToolRules = { [Kind in ResourceKind]: RulesOfKind<Kind> }[ResourceKind];

/** Creates empty indexes for the kind in a tool's descriptor. */
export function createToolRules(descriptor: ToolDescriptor, context: PathContext): ToolRules {
  const { kind } = descriptor;
  switch (kind) {
    case 'command':
      return { kind, descriptor, ...effects(compileCommandRule) };
    case 'path':
      return { kind, descriptor, ...effects(compilePathRule(context)) };
    case 'url':
      return { kind, descriptor, ...effects(compileUrlRule) };
    case 'json':
      return { kind, descriptor, ...effects(compileJsonRule) };
    case 'text':
      return { kind, descriptor, ...effects(compileText) };
  }
}

function effects<Pattern>(compile: Compile<Pattern>): Record<RuleEffect, EffectRules<Pattern>> {
  const none = (): EffectRules<Pattern> => {
    return { whole: [], broken: [], index: createRuleIndex(compile) };
  };
  return { allow: none(), deny: none(), ask: none() };
}

/** Adds a rule. Returns the reason if it is not a valid pattern of this kind. */
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

/** Removes a rule. */
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

/** Whether a deny or ask rule with a pattern is active for the tool. */
export function hasPatterns(tool: ToolRules): boolean {
  return tool.deny.index.size + tool.ask.index.size > 0;
}

/** Whether any deny or ask rule is active, valid or not. */
export function isGuarded(tool: ToolRules): boolean {
  const { deny, ask } = tool;
  return (
    hasPatterns(tool) ||
    deny.whole.length + ask.whole.length + deny.broken.length + ask.broken.length > 0
  );
}
