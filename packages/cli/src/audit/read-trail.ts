import type { AuditTrail } from '@hitl/protocol';
import { HitlError } from '@hitl/protocol/endpoints';
import { createHitl, DEFAULT_TENANT, type Caller } from '@hitl/server';
import { createJournalStore, type JournalDamagedError } from '@hitl/server/journal';
import type { CliIo } from '../process/io.ts';
import { readDirectory } from '../delta-folder/directory.ts';
import { readLatest } from '../delta-folder/metadata.ts';
import { deltaPaths } from '../delta-folder/paths.ts';
import { createServerClient } from '../remote/server-client.ts';
import { UsageError } from '../process/usage-error.ts';

/** Flags that say where the run is, as typed. */
export interface TrailFlags {
  readonly server?: string;
  readonly tokenFile?: string;
  readonly dir?: string;
  /** Whether to compare the whole session with its log. */
  readonly verify?: boolean;
}

/** Anyone who can read the files may see everything in them. */
const OWNER: Caller = {
  tenantId: DEFAULT_TENANT,
  userId: null,
  reviewer: true,
  anyUser: true,
};

/**
 * Reads the audit trail of a run from a server or from the journals of a directory.
 * @throws HitlError `run_not_found`, `journal_damaged`, `usage`
 */
export async function readTrail(
  runId: string | undefined,
  flags: TrailFlags,
  io: CliIo,
): Promise<AuditTrail> {
  const { server, dir, verify = false } = flags;
  if (server === undefined) {
    const directory = readDirectory(dir ?? '.');
    return readDirectoryTrail(runId ?? newestRun(directory), directory, verify);
  }
  if (dir !== undefined) throw new UsageError('Expected either --server or --dir.');
  if (runId === undefined) throw new UsageError('Name a run: hitl audit RUN --server URL.');
  try {
    const client = createServerClient(server, io, flags.tokenFile);
    const trail = await client.audit(runId, { verify });
    if (trail.run_id === runId) return trail;
    // Its hashes cannot reveal this: they depend on the id that the trail itself contains.
    const about = `The reply is about another run, ${trail.run_id}.`;
    throw new HitlError('bad_reply', about);
  } catch (error) {
    if (!HitlError.isInstance(error) || error.code === 'usage') throw error;
    throw new HitlError(error.code, `${server}: ${error.message}`, { cause: error });
  }
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
  const hitl = createHitl({
    agents: [],
    sessionStore: createJournalStore({
      folder: deltaPaths(directory).runs,
      mode: 'read',
      onDamaged: (error) => damaged.push(error),
    }),
  });
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
