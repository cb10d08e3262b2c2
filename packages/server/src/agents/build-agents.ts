import { AGENT_DEFAULTS, type Agent, type ApprovalPolicy } from './agent.ts';
import { agentTool } from './agent-tool.ts';
import { descriptorsOf } from './tool-descriptors.ts';
import { given, type OrUndefined } from '../base/given.ts';
import { refuseOther, refuseUnknownOptions, type OptionNames } from '../base/options.ts';
import type { RuleContext } from '@hitl/permissions';
import { createRulePolicy, type PolicyRule } from './rule-policy.ts';
import type { Model } from './model.ts';
import type { Tool } from './tool.ts';
import { invalidOption } from '../base/invalid-option.ts';

/** A tool as an agent lists it: the name of one, the tool itself, or another agent. */
export type AgentToolEntry = string | Tool | { readonly agent: string };

/** Options of an agent: everything except its name has a default. */
export type AgentDefinition = OrUndefined<
  Partial<Omit<Agent, 'name' | 'model' | 'tools' | 'approvalPolicy'>>
> & {
  readonly name: string;
  /** A model or the name of one. Default: the only one. */
  readonly model?: string | Model | undefined;
  /** Default: all tools. */
  readonly tools?: readonly AgentToolEntry[] | undefined;
  /**
   * Policy that is checked before rules and people: a function, or rule patterns of which the first
   * match decides.
   */
  readonly approvalPolicy?: ApprovalPolicy | readonly PolicyRule[] | undefined;
};

const OPTIONS: OptionNames<AgentDefinition> = {
  ...AGENT_DEFAULTS,
  name: true,
  description: true,
  model: true,
  tools: true,
  approvalPolicy: true,
};

/** The tools and models that definitions may refer to. */
export interface Parts {
  readonly models: readonly Model[];
  readonly tools: readonly Tool[];
  /** For agents without their own setting. Default `continue`. */
  readonly onDenied?: Agent['onDenied'];
  /** Context in which the patterns of policies are matched. */
  readonly ruleContext: Omit<RuleContext, 'tools'>;
}

/**
 * Builds agents from their definitions: resolves names, fills in defaults.
 * @throws HitlError `invalid_option` for an unknown name, a tool listed twice, an invalid pattern,
 * and agents that call each other in a cycle.
 */
export function buildAgents(definitions: readonly AgentDefinition[], parts: Parts): Agent[] {
  for (const definition of definitions) {
    refuseUnknownOptions(`The agent "${definition?.name}"`, definition, OPTIONS);
    if (typeof definition.name === 'string' && definition.name !== '') continue;
    throw invalidOption('An agent needs a name, such as { name: "assistant" }.');
  }
  for (const { name, onDenied } of definitions) {
    refuseOther(`the agent "${name}"`, 'onDenied', onDenied, ['continue', 'fail_run']);
  }
  refuseCircles(definitions);
  return definitions.map(({ model, tools: entries, approvalPolicy: policy, ...definition }) => {
    const tools = toolsOf(definition.name, entries ?? parts.tools, definitions, parts.tools);
    const agent: Agent = {
      ...AGENT_DEFAULTS,
      ...given({ onDenied: parts.onDenied }),
      // An undefined option counts as absent and gets its default.
      ...given(definition),
      model: modelOf(definition.name, model, parts.models),
      tools,
      ...(policy !== undefined && { approvalPolicy: policyOf(policy, tools, parts) }),
    };
    return agent;
  });
}

function policyOf(
  policy: ApprovalPolicy | readonly PolicyRule[],
  tools: ReadonlyMap<string, Tool>,
  { ruleContext }: Parts,
): ApprovalPolicy {
  return 'shouldApprove' in policy
    ? policy
    : createRulePolicy(policy, { ...ruleContext, tools: descriptorsOf(tools) });
}

function modelOf(agent: string, wanted: AgentDefinition['model'], models: readonly Model[]): Model {
  if (typeof wanted === 'object') return wanted;
  const named = models.filter(({ name }) => wanted === undefined || name === wanted);
  const [model] = named;
  if (model === undefined || named.length > 1) {
    const names = models.map(({ name }) => name).join(', ') || 'none';
    const which = wanted === undefined ? 'needs a model' : `names the model "${wanted}"`;
    throw invalidOption(`The agent "${agent}" ${which}. There are: ${names}.`);
  }
  return model;
}

function toolsOf(
  agent: string,
  entries: readonly AgentToolEntry[],
  definitions: readonly AgentDefinition[],
  tools: readonly Tool[],
): ReadonlyMap<string, Tool> {
  const own = new Map<string, Tool>();
  for (const entry of entries) {
    const tool = toolOf(agent, entry, definitions, tools);
    if (own.has(tool.name))
      throw invalidOption(`The agent "${agent}" has the tool "${tool.name}" twice.`);
    own.set(tool.name, tool);
  }
  return own;
}

function toolOf(
  agent: string,
  entry: AgentToolEntry,
  definitions: readonly AgentDefinition[],
  tools: readonly Tool[],
): Tool {
  if (typeof entry === 'string') {
    const tool = tools.find(({ name }) => name === entry);
    if (tool !== undefined) return tool;
    const names = tools.map(({ name }) => name).join(', ') || 'none';
    throw invalidOption(`The agent "${agent}" names the tool "${entry}". There are: ${names}.`);
  }
  if ('execute' in entry) return entry;
  const nested = definitions.find(({ name }) => name === entry.agent);
  if (nested !== undefined) return agentTool(nested);
  const names = definitions.map(({ name }) => name).join(', ');
  throw invalidOption(
    `The agent "${agent}" names the agent "${entry.agent}". There are: ${names}.`,
  );
}

function refuseCircles(definitions: readonly AgentDefinition[]): void {
  const nested = new Map(
    definitions.map(({ name, tools = [] }) => [
      name,
      tools.flatMap((entry) =>
        typeof entry === 'object' && !('execute' in entry) ? [entry.agent] : [],
      ),
    ]),
  );
  const finished = new Set<string>();
  const visit = (name: string, above: readonly string[]): void => {
    if (above.includes(name)) {
      const circle = [...above.slice(above.indexOf(name)), name].join(' → ');
      throw invalidOption(`Agents call each other in a cycle: ${circle}.`);
    }
    if (finished.has(name)) return;
    for (const next of nested.get(name) ?? []) visit(next, [...above, name]);
    finished.add(name);
  };
  for (const { name } of definitions) visit(name, []);
}
