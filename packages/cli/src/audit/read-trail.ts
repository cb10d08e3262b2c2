import type { AuditTrail } from '@hitl/protocol';
import { HitlError } from '@hitl/protocol/endpoints';
import type { JournalDamagedError } from '@hitl/server/journal';
import type { CliIo } from '../process/io.ts';
import { openJournals, OWNER } from '../delta-folder/journals.ts';
import { readLatest } from '../delta-folder/metadata.ts';
import { deltaPaths } from '../delta-folder/paths.ts';
import { createServerClient, naming } from '../remote/server-client.ts';
import { directoryOf, type TargetFlags } from '../delta-folder/directory.ts';
import { UsageError } from '../process/usage-error.ts';

/**
 * Reads the audit trail of a run from a server or from the journals of a directory. `verify`: whether
 * to compare the whole session with its log.
 * @throws HitlError `run_not_found`, `journal_damaged`, `usage`
 */
export async function readTrail(
  runId: string | undefined,
  flags: TargetFlags,
  verify: boolean,
  io: CliIo,
): Promise<AuditTrail> {
  const { server = '', tokenFile } = flags;
  const directory = directoryOf(flags);
  if (directory !== undefined) {
    return readDirectoryTrail(runId ?? newestRun(directory), directory, verify);
  }
  if (runId === undefined) {
    throw new UsageError(
      "Name a run: hitl audit RUN --server URL. 'hitl inbox show ID' names the run of a request; GET /runs of the server lists all.",
    );
  }
  return naming(server, async () => {
    const trail = await createServerClient(server, io, tokenFile).audit(runId, { verify });
    if (trail.run_id === runId) return trail;
    // Its hashes cannot reveal this: they depend on the id that the trail itself contains.
    throw new HitlError('bad_reply', `The reply is about another run, ${trail.run_id}.`);
  });
}

function newestRun(directory: string): string {
  const latest = readLatest(deltaPaths(directory));
  if (latest.kind === 'found') return latest.metadata.run_id;
  const why =
    latest.kind === 'none' ? `no 'delta run' has been started in ${directory}.` : latest.why;
  throw new HitlError('run_not_found', why);
}

async function readDirectoryTrail(
  runId: string,
  directory: string,
  verify: boolean,
): Promise<AuditTrail> {
  const damaged: JournalDamagedError[] = [];
  const hitl = openJournals(deltaPaths(directory), { onDamaged: (error) => damaged.push(error) });
  try {
    const trail = await hitl.engine.audit(OWNER, runId, { verify });
    if (trail.ok) return trail.value;
    // The run may be in the unreadable journal.
    const [reason] = damaged;
    if (reason !== undefined) throw reason;
    const { code, detail } = trail.problem;
    throw new HitlError(code, `${directory}: ${detail}`);
  } finally {
    await hitl.close(0);
  }
}
