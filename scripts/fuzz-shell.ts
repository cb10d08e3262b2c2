import { parseArgs } from 'node:util';
import { canJail } from '../packages/permissions/tests/fuzz/jail.ts';
import { describeFailure, runCampaign } from '../packages/permissions/tests/fuzz/campaign.ts';
import { TESTED_SHELL } from '../packages/permissions/src/tested-shell.ts';

/** Fuzzes the permission rules against the shell of this machine for a while. */
const HELP = `pnpm fuzz:shell [--minutes N] [--seed S] [--only PATTERN]

Makes command lines, asks the permission rules about them, and runs what they allow in a jail.
Prints each line that did what its rules do not allow, in its smallest form, and fails if there was one.

  --minutes N      how long, 1 by default
  --seed S         the same lines again; a random seed by default, which is printed
  --shell PATH     runs the lines in this zsh or dash, with the rules for that shell, instead of in bash
  --only PATTERN   only worlds whose name matches, such as "deny" or "options of git"
`;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    only: { type: 'string', default: '' },
    shell: { type: 'string', default: '' },
    help: { type: 'boolean', default: false },
  },
});

const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
const name = (['zsh', 'dash'] as const).find((one) => values.shell.endsWith(one));
if (
  values.help ||
  (values.shell !== '' && name === undefined) ||
  !(minutes > 0) ||
  !Number.isInteger(seed)
) {
  process.stdout.write(HELP);
  process.exit(values.help ? 0 : 2);
}
if (!canJail()) {
  process.stderr.write('This needs Linux with /bin/bash, unshare and setpriv, and namespaces.\n');
  process.exit(2);
}

const until = performance.now() + minutes * 60_000;
const seen = new Set<string>();
process.stdout.write(`seed ${seed}\n`);
const report = await runCampaign({
  seed,
  ...(name !== undefined && { shell: { name, path: values.shell } }),
  worlds: new RegExp(values.only),
  shouldContinue: () => performance.now() < until,
  onFailure(failure) {
    const text = describeFailure(failure);
    if (seen.has(text)) return;
    seen.add(text);
    process.stdout.write(`${text}\n`);
  },
});
const { shell, tried, run, endless, failures, slowest } = report;
process.stdout.write(
  [
    `${name === undefined ? 'bash ' : ''}${shell}; the rules were tested with ${TESTED_SHELL.name} ${TESTED_SHELL.versions.join(', ')}`,
    `${tried} lines evaluated, ${run} allowed and run, ${endless} of them without an end; ${Math.round(tried / minutes)} lines a minute`,
    `slowest decision: ${slowest.ms.toFixed(1)} ms for ${JSON.stringify(slowest.line.slice(0, 200))}`,
    `${failures.length} failures, ${seen.size} of them different; seed ${seed}`,
    '',
  ].join('\n'),
);
process.exitCode = failures.length === 0 ? 0 : 1;
