import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRuleSet } from '../../src/index.ts';
import { hasBash, prefixRules } from './shell-jail.fixture.ts';

/** Programs to try the options of, each with words that make it work on the file `y`. */
const PROGRAMS: readonly (readonly [rule: string, words: string])[] = (
  [
    ['cat', 'y'],
    ['head', 'y'],
    ['wc', 'y'],
    ['cut', '-c1 y'],
    ['sort', 'y'],
    ['uniq', 'y'],
    ['xxd', 'y'],
    ['diff', 'y y2'],
    ['ls', 'y'],
    ['grep', 'a y'],
    ['rg', 'a y'],
    ['fdfind', 'y'],
    ['file', 'y'],
    ['tree', '.'],
    ['sed', 'p y'],
    ['awk', '1 y'],
    ['tar', '-tf y.tar'],
    ['gzip', '-lk y.gz'],
    ['xz', '-t y'],
    ['bzip2', '-t y'],
    ['zstd', '-t y'],
    ['jq', '. y.json'],
    ['make', 'all'],
    ['curl', '127.0.0.1:9'],
    ['git log', ''],
    ['git grep', 'a'],
    ['git fetch', ''],
    ['git push', ''],
    ['git rebase', 'main'],
    ['git archive', 'HEAD'],
    ['git ls-remote', ''],
  ] as const
).filter(([rule]) => spawnSync('which', [rule.split(' ')[0] ?? '']).status === 0);

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'.split('');
/** What an option may be given: a program of the attacker, and a file to write. */
const VALUES = ['./x', 'z'];

/** The long options that a program names, and beginnings of them. */
function longOptions(rule: string): string[] {
  const [program = '', subcommand] = rule.split(' ');
  const words = subcommand === undefined ? ['--help'] : [subcommand, '-h'];
  const { stdout, stderr } = spawnSync(program, words, { encoding: 'utf8', timeout: 60_000 });
  const found = new Set(`${stdout}${stderr}`.match(/--[a-z][a-z\d-]+/g));
  return [...found].flatMap((option) => [option, option.slice(0, 4), option.slice(0, -1)]);
}

/** Lines with each letter and long option: alone, in clusters, with values, before and behind. */
function linesFor(rule: string, words: string): string[] {
  const lines: string[] = [];
  const add = (line: string): void => void lines.push(`${rule} ${line}`);
  for (const letter of LETTERS) {
    add(`-${letter} ${words}`);
    add(`-${letter} ${words} z`);
    for (const value of VALUES) {
      add(`-${letter}${value} ${words}`);
      add(`-n${letter}${value} ${words}`);
      add(`${words} -${letter} ${value}`);
    }
  }
  for (const option of new Set(longOptions(rule))) {
    add(`${option} ${words}`);
    for (const value of VALUES) {
      add(`${option}=${value} ${words}`);
      add(`${words} ${option} ${value}`);
    }
  }
  for (const value of VALUES) add(`${words} -- ${value}`);
  return lines;
}

interface Jail {
  readonly home: string;
  /** What the lines did besides printing: `ran` when they ran `./x`, else the files they changed. */
  run(lines: readonly string[]): string;
}

function createJail(): Jail {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'options-')));
  const folder = join(home, 'work');
  const ledger = join(home, 'ledger');
  const kept = join(home, 'kept');
  mkdirSync(folder);
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
  };
  const setUp = `
    git init -q -b main . && git config user.name a && git config user.email a@example.org
    printf 'b\\na\\n' > y; printf 'a\\nc\\n' > y2; echo '{}' > y.json; printf 'all:\\n\\t@true\\n' > Makefile
    tar -cf y.tar y; gzip -k y; zip -q y.zip y || true
    git add . && git commit -qm one && git clone -q --bare . ../origin.git
    git remote add origin ../origin.git && git push -qu origin main`;
  writeFileSync(join(folder, 'x'), `#!/bin/bash\necho ran >> ${ledger}\n`);
  chmodSync(join(folder, 'x'), 0o755);
  execFileSync('/bin/bash', ['-c', setUp], { cwd: folder, env, stdio: 'ignore' });
  execFileSync('cp', ['-a', folder, kept]);
  const state = (): string =>
    readdirSync(folder, { withFileTypes: true })
      .map((each) => {
        const text = each.isFile() ? readFileSync(join(folder, each.name), 'latin1') : '';
        return `${each.name}: ${text}`;
      })
      .toSorted()
      .join('\n');
  const clean = state();
  return {
    home,
    run(lines) {
      rmSync(ledger, { force: true });
      const script = lines.map((line) => `${line} </dev/null >/dev/null 2>&1`).join('\n');
      spawnSync('/bin/bash', ['-c', script], {
        cwd: folder,
        env,
        stdio: 'ignore',
        timeout: 60_000,
      });
      const after = state();
      const ran = existsSync(ledger) && readFileSync(ledger, 'utf8') !== '';
      if (!ran && after === clean) return '';
      const names = readdirSync(folder).join(' ');
      rmSync(folder, { recursive: true });
      execFileSync('cp', ['-a', kept, folder]);
      return ran ? 'ran' : names;
    },
  };
}

describe.runIf(hasBash)('what a rule with a wildcard allows', () => {
  let jail: Jail;
  beforeAll(() => {
    jail = createJail();
  });
  afterAll(() => rmSync(jail.home, { recursive: true, force: true }));

  test.each(PROGRAMS)('neither runs a file nor writes one: %s:*', (rule, words) => {
    const set = createRuleSet(prefixRules([rule]), {});
    const allowed = linesFor(rule, words).filter(
      (command) =>
        set.decide({ toolName: 'bash', toolArgs: { command } }, { now: 0 }).decision === 'allowed',
    );
    expect(allowed).not.toEqual([]);
    const bad: string[] = [];
    for (let at = 0; at < allowed.length; at += 40) {
      const batch = allowed.slice(at, at + 40);
      if (jail.run(batch) === '') continue;
      for (const line of batch) {
        const did = jail.run([line]);
        if (did !== '') bad.push(`${line}: ${did}`);
      }
    }
    expect(bad).toEqual([]);
  });
});
