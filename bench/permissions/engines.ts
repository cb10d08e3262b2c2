import { createRequire } from 'node:module';
import { createRuleSet, type RuleInput } from '@hitl/permissions';
import { combine, type Check, type Question, type Workload } from './workload.ts';

/** Answers a check with `allowed`, `denied` or `ask`. */
export type Answer = (check: Check) => string;

/** An engine with its rules. */
export interface Ready {
  readonly answer: Answer;
  /** Adds one rule and takes it away again, where an engine can. */
  readonly edit?: () => void;
}

/** Sets an engine up with rules. */
export type Engine = (load: Workload, question: Question) => Promise<Ready> | Ready;

/** The peers are in their own folder, which a benchmark installs. */
const requirePeer: (name: string) => unknown = createRequire(
  new URL('../peers/package.json', import.meta.url),
);

/** Peers match text, so a line of several commands is handed to them in pieces. */
function byPieces(one: (text: string) => string): Ready {
  return { answer: ({ pieces }) => combine(pieces.map(one)) };
}

function ours({ prefixes }: Workload, question: Question): Ready {
  const tool = question === 'path' ? 'file_write' : 'bash';
  const rules = prefixes.map(({ effect, start }): RuleInput => {
    const pattern = question === 'path' ? `./${start}**` : `${start.trim()}:*`;
    return { effect, rule: `${tool}(${pattern})` };
  });
  const set = createRuleSet(rules, { root: '/repo', home: '/home/dev' });
  const now = Date.UTC(2026, 10, 21);
  const extra: RuleInput = { effect: 'allow', rule: `${tool}(one more:*)` };
  return {
    answer({ text }) {
      const toolArgs = question === 'path' ? { path: text } : { command: text };
      return set.decide({ toolName: tool, toolArgs }, { now }).decision;
    },
    edit() {
      set.add(extra);
      set.remove(extra);
    },
  };
}

function picomatchScan({ prefixes }: Workload): Ready {
  type Match = (text: string) => boolean;
  const picomatch = requirePeer('picomatch') as (glob: string, options: object) => Match;
  const compile = (start: string): Match =>
    picomatch(start.endsWith('/') ? `${start}**` : `${start}*`, { bash: true, dot: true });
  const deny = prefixes
    .filter(({ effect }) => effect === 'deny')
    .map(({ start }) => compile(start));
  const allow = prefixes
    .filter(({ effect }) => effect === 'allow')
    .map(({ start }) => compile(start));
  return byPieces((text) => {
    if (deny.some((match) => match(text))) return 'denied';
    return allow.some((match) => match(text)) ? 'allowed' : 'ask';
  });
}

async function casbin({ prefixes }: Workload): Promise<Ready> {
  interface Enforcer {
    readonly addFunction: (
      name: string,
      matcher: (text: string, start: string) => boolean,
    ) => Promise<void>;
    readonly addPolicies: (rules: string[][]) => Promise<boolean>;
    readonly enforceSync: (text: string, effect: string) => boolean;
  }
  interface Casbin {
    readonly newEnforcer: (model: unknown) => Promise<Enforcer>;
    readonly newModelFromString: (text: string) => unknown;
  }
  const { newEnforcer, newModelFromString } = requirePeer('casbin') as Casbin;
  const model = newModelFromString(`
[request_definition]
r = text
[policy_definition]
p = start, eft
[policy_effect]
e = some(where (p.eft == allow)) && !some(where (p.eft == deny))
[matchers]
m = begins(r.text, p.start)
`);
  const enforcer = await newEnforcer(model);
  await enforcer.addFunction('begins', (text, start) => text.startsWith(start));
  await enforcer.addPolicies(prefixes.map(({ start, effect }) => [start, effect]));
  // It says yes or no; which no it was would take a second pass, which it is spared.
  return byPieces((text) =>
    (enforcer.enforceSync as (text: string) => boolean)(text) ? 'allowed' : 'no',
  );
}

function casl({ prefixes }: Workload): Ready {
  interface Casl {
    readonly createMongoAbility: (rules: object[]) => {
      relevantRuleFor(action: string, subject: object): { inverted: boolean } | null;
    };
    readonly subject: (type: string, value: object) => object;
  }
  const { createMongoAbility, subject } = requirePeer('@casl/ability') as Casl;
  const rules = prefixes.map(({ start, effect }) => ({
    action: 'run',
    subject: 'Call',
    inverted: effect === 'deny',
    conditions: { text: { $regex: `^${start.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}` } },
  }));
  // Later rules win in it; denials go last.
  const ability = createMongoAbility(
    rules.toSorted((left, right) => Number(left.inverted) - Number(right.inverted)),
  );
  return byPieces((text) => {
    const rule = ability.relevantRuleFor('run', subject('Call', { text }));
    if (rule === null) return 'ask';
    return rule.inverted ? 'denied' : 'allowed';
  });
}

function cedar({ prefixes }: Workload): Ready {
  interface Answered {
    readonly response?: {
      readonly decision: string;
      readonly diagnostics: { readonly reason: string[] };
    };
  }
  interface Cedar {
    readonly preparsePolicySet: (id: string, policies: object) => { readonly type: string };
    readonly statefulIsAuthorized: (call: object) => Answered;
  }
  const { preparsePolicySet, statefulIsAuthorized } = requirePeer(
    '@cedar-policy/cedar-wasm/nodejs',
  ) as Cedar;
  const staticPolicies = prefixes
    .map(({ start, effect }) => {
      const verb = effect === 'deny' ? 'forbid' : 'permit';
      return `${verb}(principal, action, resource) when { context.text like "${start}*" };`;
    })
    .join('\n');
  const parsed = preparsePolicySet('rules', { staticPolicies });
  if (parsed.type !== 'success')
    throw new Error(`Cedar refused the rules: ${JSON.stringify(parsed)}`);
  const entity = (type: string): object => ({ type, id: 'one' });
  return byPieces((text) => {
    const { response } = statefulIsAuthorized({
      principal: entity('User'),
      action: entity('Action'),
      resource: entity('Tool'),
      context: { text },
      preparsedPolicySetId: 'rules',
      entities: [],
    });
    if (response?.decision === 'allow') return 'allowed';
    return response !== undefined && response.diagnostics.reason.length > 0 ? 'denied' : 'ask';
  });
}

/** The engines by name, ours first. */
export const ENGINES: Readonly<Record<string, Engine>> = {
  ours,
  'picomatch scan': picomatchScan,
  casl,
  casbin,
  cedar,
};
