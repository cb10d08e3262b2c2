import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRuleSet, type RuleInput } from '../../src/index.ts';

const BASH = '/bin/bash';

/** Programs that do nothing, for rules to allow. */
const IDLE = ['ls', 'ok', 'git', 'make', 'npm', 'grep'];

/** Programs of the machine that a line may use to run others. */
const REAL = [
  'bash',
  'sh',
  'dash',
  'cat',
  'env',
  'find',
  'nice',
  'sleep',
  'tee',
  'timeout',
  'xargs',
];

/** Where commands run for real, and what came of them. */
export interface ShellJail {
  /** The folder that commands start in. */
  readonly folder: string;
  /**
   * Runs a line in bash and waits for all of its processes. `ledger`: whether the program of that
   * name ran. `files`: what the line left in its folder.
   */
  run(command: string): { readonly ledger: boolean; readonly files: readonly string[] };
  remove(): void;
}

/** Whether this machine has the shell that the rules are held against. */
export const hasBash = existsSync(BASH);

/**
 * Makes a folder to run commands in. Only programs of the jail are on the path; `ledger` is the one
 * that notes that it ran.
 */
export function createShellJail(): ShellJail {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'jail-')));
  const bin = join(home, 'bin');
  const mark = join(home, 'mark');
  const folder = join(home, 'work');
  mkdirSync(bin);
  for (const name of IDLE) symlinkSync('/bin/true', join(bin, name));
  for (const name of REAL) {
    const found = [`/bin/${name}`, `/usr/bin/${name}`].find((path) => existsSync(path));
    if (found !== undefined) symlinkSync(found, join(bin, name));
  }
  symlinkSync(process.execPath, join(bin, 'node'));
  writeFileSync(join(bin, 'ledger'), `#!${BASH}\necho ran >> ${mark}\n`);
  chmodSync(join(bin, 'ledger'), 0o755);
  return {
    folder,
    run(command) {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(join(folder, 'sub'), { recursive: true });
      writeFileSync(join(folder, 'a.ts'), '');
      writeFileSync(mark, '');
      spawnSync(BASH, ['-c', command], {
        cwd: folder,
        env: { PATH: bin, HOME: folder },
        input: 'ledger\n',
        timeout: 60_000,
        killSignal: 'SIGKILL',
      });
      const files = readdirSync(folder).filter((name) => name !== 'sub' && name !== 'a.ts');
      return { ledger: readFileSync(mark, 'utf8') !== '', files };
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

/** What rules say about a command of the shell tool. */
export function decide(
  rules: readonly RuleInput[],
  command: string,
  context: Parameters<typeof createRuleSet>[1] = { root: '/repo', home: '/home/dev' },
): 'allowed' | 'denied' | 'ask' {
  const set = createRuleSet(rules, context);
  return set.decide({ toolName: 'bash', toolArgs: { command } }, { now: 0 }).decision;
}

/** Allow rules for programs with any words. */
export function prefixRules(programs: readonly string[]): RuleInput[] {
  return programs.map((program) => ({ effect: 'allow', rule: `bash(${program}:*)` }));
}

/** All of the shell but one program. */
export const ALL_BUT_LEDGER: readonly RuleInput[] = [
  { effect: 'allow', rule: 'bash(*)' },
  { effect: 'deny', rule: 'bash(ledger:*)' },
];
