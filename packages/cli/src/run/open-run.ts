import type { Run } from '@hitl/protocol';
import { HitlError } from '@hitl/protocol/endpoints';
import {
  createHitl,
  createLocalBus,
  DEFAULT_TENANT,
  type Bus,
  type Hitl,
  type PermissionStore,
  type SessionKey,
  type SessionStore,
  type Vault,
} from '@hitl/server';
import { buildConfig, type AgentFile } from '@hitl/server/config';
import { createFileVault, createJournalStore } from '@hitl/server/journal';
import { forgetKeys } from '../process/environment.ts';
import type { CliIo } from '../process/io.ts';
import { openRules } from '../delta-folder/rules-file.ts';
import { UsageError } from '../process/usage-error.ts';
import { runPaths, type DeltaPaths } from '../delta-folder/paths.ts';
import { messageOf } from '../process/message-of.ts';

/** A server for one run in this process, on its journal. */
export interface OpenRun {
  readonly hitl: Hitl;
  readonly store: SessionStore;
  readonly bus: Bus;
  readonly vault: Vault;
  readonly key: SessionKey;
}

export interface OpenRunOptions {
  readonly file: AgentFile;
  readonly directory: string;
  readonly paths: DeltaPaths;
  readonly runId: string;
  readonly env: CliIo['env'];
  /** Called with the run in the journal, or `null`, before it is resumed. May throw. */
  readonly check: (run: Run | null) => void;
  readonly warn: (message: string) => void;
  /** Called when the journal can no longer be written: the run must stop. */
  readonly onBroken: (error: unknown) => void;
}

/**
 * Opens the journal, rules and secrets of a run and starts its agent, which continues where the log
 * ends.
 * @throws HitlError `invalid_config`, `journal_damaged`, and the codes of the stores
 */
export async function openRun(options: OpenRunOptions): Promise<OpenRun> {
  const { file, directory, paths, runId, env, check, warn, onBroken } = options;
  const store = createJournalStore({
    folder: paths.runs,
    mode: 'write',
    sessionId: runId,
    onDropped: ({ file: journal, lines, bytes }) =>
      warn(
        `${journal}: the last ${lines} lines (${bytes} bytes) were incomplete when the process ended, and are dropped.`,
      ),
  });
  // Checked before the run is resumed: a missing agent would end it permanently.
  check((await store.findRun(DEFAULT_TENANT, runId))?.run ?? null);
  const vault = createFileVault({ file: (id) => runPaths(paths, id).secrets });
  const bus = createLocalBus();
  const rules = await openRulesOf(directory, paths);
  const built = await buildConfig(file.config, {
    workspace: directory,
    env,
    stores: {
      sessionStore: store,
      permissionStore: rules,
      bus,
      vault,
    },
    // An empty `response.txt`, or just Enter, is an answer here; a form would refuse it.
    emptyAnswers: true,
    onWarning: warn,
    onError(error) {
      if (HitlError.isInstance(error) && error.code.startsWith('journal_')) onBroken(error);
      else warn(messageOf(error));
    },
  });
  forgetKeys(env, built.keyVariables);
  const hitl = createHitl(built.options);
  hitl.start();
  return { hitl, store, bus, vault, key: { tenantId: DEFAULT_TENANT, sessionId: runId } };
}

async function openRulesOf(
  directory: string,
  { permissions }: DeltaPaths,
): Promise<PermissionStore> {
  try {
    return await openRules(directory);
  } catch (error) {
    throw new UsageError(`${permissions} cannot be used: ${messageOf(error)}`, { cause: error });
  }
}
