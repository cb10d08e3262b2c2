import { InvalidArgumentError } from 'commander';
import type { AuditFlags } from '../audit/audit-run.ts';
import type { CommandDefinition } from './definition.ts';
import { loadShortLived } from './load-short-lived.ts';
import { inOwnName } from './own-name.ts';
import { addTargetFlags } from './target-flags.ts';

const EXAMPLES = `
The entries form a chain of hashes. --verify recomputes it and reports where it breaks, and whether the
data stored beside the session's log matches the log. Keep the head of the run or of its session somewhere
else: --expect then detects an end that was cut off, or a trail that was rewritten.

Exit codes: 0 shown, and intact where that was checked; 1 broken, or the run was not found; 2 wrong usage.

Examples:
  hitl audit                                           the newest run of this directory
  hitl audit RUN --verify --server http://127.0.0.1:8787
  hitl audit RUN --format json | jq -r .head           the head, to keep elsewhere
  hitl audit RUN --expect 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
`;

/** `audit`: who was asked, who decided and what ran, and whether the record was changed. */
export const audit: CommandDefinition = {
  name: 'audit',
  args: '[run]',
  description: 'show who decided what in a run, and whether the record was changed',
  define(command, io, exitWith) {
    command
      .option('--verify', 'check the chain of hashes')
      .option(
        '--expect <hash>',
        'check that the chain contains this hash, kept from an earlier look',
        hash,
      );
    addTargetFlags(command, {
      server: 'a run of a server; HITL_TOKEN is sent as its token',
      dir: 'a run in the .delta of a directory',
      user: 'who is asking; everyone sees the same trail',
      defaultUser: 'local',
    })
      .addHelpText('after', inOwnName(EXAMPLES))
      .action(async (runId: string | undefined, flags: AuditFlags) => {
        const { auditRun } = await loadShortLived(() => import('../audit/audit-run.ts'));
        exitWith(await auditRun(runId, flags, io));
      });
  },
};

function hash(text: string): string {
  const digits = text.toLowerCase();
  if (/^[0-9a-f]{64}$/.test(digits)) return digits;
  throw new InvalidArgumentError('Expected a SHA-256 as 64 hex digits.');
}
