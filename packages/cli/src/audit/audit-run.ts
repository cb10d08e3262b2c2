import { verifyAudit } from '@hitl/protocol/fold';
import { HitlError } from '@hitl/protocol/endpoints';
import type { CliIo } from '../process/io.ts';
import type { TargetFlags } from '../delta-folder/directory.ts';
import { readTrail } from './read-trail.ts';
import { showTrail, showVerdict } from './show-trail.ts';

/** Flags of `hitl audit`, as typed. */
export interface AuditFlags extends TargetFlags {
  readonly user: string;
  readonly verify?: boolean;
  readonly expect?: string;
}

const WHOLE = 0;
const BROKEN = 1;

/** Shows the trail of a run, by default of the newest one in a directory; resolves to the exit code. */
export async function auditRun(
  runId: string | undefined,
  flags: AuditFlags,
  io: CliIo,
): Promise<number> {
  const { expect, format } = flags;
  const verifies = flags.verify === true || expect !== undefined;
  const trail = await readTrail(runId, flags, verifies, io).catch((error: unknown) => {
    // With --verify, an unreadable journal is a result, not a usage error.
    const isAnswer = verifies && HitlError.isInstance(error) && error.code === 'journal_damaged';
    throw isAnswer ? new Error(error.message, { cause: error }) : error;
  });
  const verdict = verifies
    ? await verifyAudit(trail, expect === undefined ? {} : { expect })
    : undefined;
  if (format === 'json') {
    const body = verdict === undefined ? trail : { ...trail, verdict };
    io.stdout.write(`${JSON.stringify(body, null, 2)}\n`);
  } else {
    io.stdout.write(showTrail(trail));
    if (verdict !== undefined) io.stdout.write(`\n${showVerdict(verdict, trail)}`);
  }
  return verdict === undefined || verdict.ok ? WHOLE : BROKEN;
}
