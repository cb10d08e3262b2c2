export { createRuleSet } from './rule-set.ts';
export type { RuleSet, RuleContext } from './rule-set.ts';
export type { ToolDescriptor } from './call.ts';
export { describeReason } from './decision.ts';
export * from './stand-in.ts';
