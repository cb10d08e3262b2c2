import { createRuleSet, resourceOf } from '../../src/index.ts';
import { CORPUS } from './corpus.ts';
import type { Deeds, Jail } from './jail.ts';
import { commandLine } from './lines.ts';
import { mutate } from './mutate.ts';
import type { Random } from './random.ts';

/** A line, and the rule that "always" would store for it. */
interface Remembered {
  readonly line: string;
  readonly rule: string;
}

const PROGRAMS = ['ls', 'cat a.txt', 'git status', 'npm run test', 'echo x', "ls 'a b'"];

/** A line that can be remembered, or `undefined` for one that cannot. */
export function rememberedLine(random: Random): Remembered | undefined {
  const line = commandLine({ random, programs: PROGRAMS, depth: 1, line: commandLine });
  const { resource, rememberable } = resourceOf({
    toolName: 'bash',
    toolArgs: { command: line },
  });
  return rememberable ? { line, rule: resource } : undefined;
}

/** Lines like it that its exact rule allows as well. */
export function alsoAllowed({ line, rule }: Remembered, random: Random): string[] {
  const rules = createRuleSet([{ effect: 'allow', rule }], { root: '/repo', home: '/home/dev' });
  const others = Array.from({ length: 20 }, () => mutate(line, random, CORPUS));
  return others.filter((other) => {
    const call = { toolName: 'bash', toolArgs: { command: other } };
    return other !== line && rules.decide(call, { now: 0 }).decision === 'allowed';
  });
}

/**
 * Whether a line runs no program, with the same arguments, and writes no file that another one does
 * not. It may do less: a file that it reads may not be there.
 */
export async function doesNothingElse(jail: Jail, line: string, allowed: string): Promise<boolean> {
  const [one, other] = await jail.run([line, allowed]);
  if (one === undefined || other === undefined) return true;
  const left = account(one);
  return account(other).every((deed) => {
    const at = left.indexOf(deed);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

function account({ ran, wrote }: Deeds): string[] {
  return [...ran.map((words) => JSON.stringify(words).replaceAll(/\/dev\/fd\/\d+/g, '')), ...wrote];
}
