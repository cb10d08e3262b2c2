import { createRuleSet, describeCommand, type RuleInput, type RuleSet } from '../../src/index.ts';
import { openJail, type Deeds, type Jail } from './jail.ts';
import { CONTENTS } from './contents.ts';
import { alsoAllowed, doesNothingElse, rememberedLine } from './exact.ts';
import { OPTION_WORLDS } from './option-worlds.ts';
import { inShell, type OtherShell } from './other-shell.ts';
import { randomOf } from './random.ts';
import { shrink } from './shrink.ts';
import { GRAMMAR_WORLDS, type World } from './worlds.ts';

/** A line that the rules let do what they should not. */
export interface Failure {
  readonly world: string;
  readonly rules: readonly string[];
  readonly offence: string;
  /** The line as it was generated. */
  readonly line: string;
  /** The smallest line found that fails in the same world. */
  readonly smallest: string;
  readonly seed: number;
}

/** What came of a campaign. */
export interface Report {
  readonly seed: number;
  /** Version of the shell that ran the lines. */
  readonly shell: string;
  /** Lines that were judged. */
  readonly tried: number;
  /** Lines that were allowed and so were run. */
  readonly run: number;
  /** Lines that did not end. */
  readonly endless: number;
  readonly failures: readonly Failure[];
  /** The decision that took longest. */
  readonly slowest: { readonly ms: number; readonly line: string };
}

/** How a campaign goes. */
export interface CampaignOptions {
  readonly seed: number;
  /** Asked before each line is made, with the number of lines so far. */
  readonly shouldContinue: (tried: number) => boolean;
  readonly onFailure?: (failure: Failure) => void;
  /** After how many failures it ends. Default: it does not. */
  readonly maxFailures?: number;
  /** How many shells run lines at the same time. Default 2. */
  readonly jails?: number;
  /** Which worlds to try, by their names. All by default. */
  readonly worlds?: RegExp;
  /** The shell that runs the lines, and its program. Default: bash. */
  readonly shell?: OtherShell;
  /** Other rules in place of those of each world. */
  readonly change?: (rules: readonly RuleInput[]) => readonly RuleInput[];
}

const CONTEXT = { root: '/repo', home: '/home/dev', pathCase: 'sensitive' } as const;
const NOW = 0;

/** Makes lines, asks the rules about them, and runs what is allowed in jails. */
export async function runCampaign(options: CampaignOptions): Promise<Report> {
  const jails = await Promise.all(
    Array.from({ length: options.jails ?? 2 }, async () =>
      options.shell === undefined ? openJail(CONTENTS) : inShell(options.shell, CONTENTS),
    ),
  );
  try {
    return await campaign(options, jails);
  } finally {
    for (const jail of jails) jail.close();
  }
}

/** How many lines are run together. */
const BATCH = 48;

interface Place {
  readonly world: World;
  readonly rules: RuleSet;
}

async function campaign(options: CampaignOptions, jails: readonly Jail[]): Promise<Report> {
  const { seed, worlds = /./, change = (rules) => rules, maxFailures = Infinity, shell } = options;
  const bash = { kind: 'command', arg: 'command', dialect: shell?.name } as const;
  const context = shell === undefined ? CONTEXT : { ...CONTEXT, tools: { bash } };
  const groups = [GRAMMAR_WORLDS, GRAMMAR_WORLDS, OPTION_WORLDS]
    .map((group): readonly Place[] =>
      group
        .filter(({ name }) => worlds.test(name))
        .map((world) => ({ world, rules: createRuleSet(change(world.rules), context) })),
    )
    .filter((group) => group.length > 0);
  const random = randomOf(seed);
  const failures: Failure[] = [];
  let [tried, run, endless] = [0, 0, 0];
  let slowest = { ms: 0, line: '' };

  /** Makes lines until some are allowed. */
  function make(): (Place & { readonly text: string })[] {
    const allowed: (Place & { readonly text: string })[] = [];
    for (let count = 0; count < 500 && allowed.length < BATCH; count += 1) {
      if (!options.shouldContinue(tried)) break;
      tried += 1;
      const place = random.pick(random.pick(groups));
      const text = place.world.line(random);
      const start = performance.now();
      const passes = isAllowed(place.rules, text);
      const ms = performance.now() - start;
      if (ms > slowest.ms) slowest = { ms, line: text };
      if (passes) allowed.push({ ...place, text });
    }
    return allowed;
  }

  async function tryOut(
    { world, rules, text }: Place & { text: string },
    jail: Jail,
  ): Promise<void> {
    run += 1;
    const [deeds] = await jail.run([text]);
    if (deeds === undefined) endless += 1;
    const offence =
      deeds === undefined
        ? undefined
        : (world.offence(deeds) ?? untruth({ rules, world }, text, deeds));
    if (offence === undefined) return;
    const smallest = await shrink(text, async (shorter) => {
      if (!isAllowed(rules, shorter)) return false;
      const [done] = await jail.run([shorter]);
      return (
        done !== undefined &&
        (world.offence(done) ?? untruth({ rules, world }, shorter, done)) !== undefined
      );
    });
    const written = world.rules.map(({ effect, rule }) => `${effect} ${rule}`);
    fail({ world: world.name, rules: written, offence, line: text, smallest });
  }

  function fail(failure: Omit<Failure, 'seed'>): void {
    failures.push({ ...failure, seed });
    options.onFailure?.({ ...failure, seed });
  }

  /** What an exact rule allows beside its own line has to do nothing that this line does not. */
  async function tryExact(jail: Jail): Promise<void> {
    const remembered = rememberedLine(random);
    if (remembered === undefined) return;
    const { line, rule } = remembered;
    for (const other of alsoAllowed(remembered, random)) {
      tried += 1;
      if (await doesNothingElse(jail, line, other)) continue;
      const offence = `does other things than ${JSON.stringify(line)}`;
      const smallest = other;
      fail({ world: 'exact rules', rules: [`allow ${rule}`], offence, line: other, smallest });
    }
  }

  while (options.shouldContinue(tried) && failures.length < maxFailures) {
    const waiting = make();
    const [first] = jails;
    const exact = shell === undefined && worlds.test('exact rules');
    if (first !== undefined && exact) await tryExact(first);
    await Promise.all(
      jails.map(async (jail) => {
        for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
          await tryOut(next, jail);
          if (failures.length >= maxFailures) return;
        }
      }),
    );
  }
  return { seed, shell: jails[0]?.version ?? '', tried, run, endless, failures, slowest };
}

/** What a person is told of a line has to agree with the decision, and to name what runs. */
function untruth({ rules, world }: Place, command: string, { ran }: Deeds): string | undefined {
  const call = { toolName: 'bash', toolArgs: { command } };
  const { decision } = rules.explain(call, { now: NOW });
  if (decision !== 'allowed') return `is allowed, but explained as ${decision}`;
  // Where all is allowed, files that nobody has looked into may run as well.
  if (world.rules.some(({ effect }) => effect === 'deny')) return undefined;
  const { parsable, substitution, commands } = describeCommand(command).command_info;
  if (!parsable || substitution || commands.some(({ dynamic }) => dynamic)) return undefined;
  // Scripts in arguments are shown as they are written, with the quotes inside of words.
  const named = `${JSON.stringify(commands)} ${command}`.replaceAll(/['"\\]/g, '');
  const hidden = ran.find(([program = '']) => !named.includes(program));
  return hidden === undefined ? undefined : `ran ${JSON.stringify(hidden)}, which nothing names`;
}

function isAllowed(rules: RuleSet, command: string): boolean {
  return (
    rules.decide({ toolName: 'bash', toolArgs: { command } }, { now: NOW }).decision === 'allowed'
  );
}

/** A failure as text, with all that it takes to see it again. */
export function describeFailure({ world, rules, offence, smallest, seed }: Failure): string {
  return [
    `${world}: ${offence}`,
    `  line  ${JSON.stringify(smallest)}`,
    `  rules ${rules.join(', ').slice(0, 400)}`,
    `  seed  ${seed}`,
  ].join('\n');
}
