import { InvalidArgumentError } from 'commander';
import type { AuditFlags } from '../audit/audit-run.ts';
import type { CommandDefinition } from './definition.ts';
import { loadShortLived } from './load-short-lived.ts';
import { inOwnName } from './own-name.ts';
import { addTargetFlags } from './target-flags.ts';

const EXAMPLES = `
Each entry is held by a chain of hashes. --verify recomputes it and says where it breaks, and whether what
is stored beside the log of the session is what the log says. Note the head somewhere else, that of the run
or of its session, and --expect tells later whether the end was cut off or all of it was written anew.

Exit codes: 0 shown, and whole where that was asked; 1 broken, or the run was not found; 2 wrong usage.

Examples:
  hitl audit                                           the newest run of this directory
  hitl audit RUN --verify --server http://127.0.0.1:8787
  hitl audit RUN --format json | jq -r .head           to be noted
  hitl audit RUN --expect 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
`;

/** `audit`: who was asked, who decided and what ran, and whether that was changed. */
export const audit: CommandDefinition = {
  name: 'audit',
  args: '[run]',
  description: 'show who decided what in a run, and whether that was changed',
  define(command, io, exitWith) {
    command
      .option('--verify', 'check the chain of hashes')
      .option('--expect <hash>', 'check that this hash, noted before, is in it', hash);
    addTargetFlags(command, {
      server: 'a run of a server; HITL_TOKEN is sent as its token',
      dir: 'a run in the .delta of a directory',
      user: 'who looks; a trail is shown whoever began the run',
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
