import { existsSync, lstatSync, mkdirSync, readdirSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import * as z from 'zod';
import { UsageError } from '../process/usage-error.ts';
import { codeOf, linkDurably, writeDurably } from './durable-file.ts';
import { runPaths, type DeltaPaths } from './paths.ts';
import { readRegularFile } from './regular-file.ts';
import { messageOf } from '../process/message-of.ts';

/** State of a run; for other programs its only source of truth. */
export type DeltaStatus = 'RUNNING' | 'WAITING_FOR_INPUT' | 'COMPLETED' | 'FAILED' | 'INTERRUPTED';

/** The content of `metadata.json`. */
export interface Metadata {
  run_id: string;
  status: DeltaStatus;
  /** RFC 3339, UTC. */
  created_at: string;
  updated_at: string;
  /** The process that runs it, or ran it last. */
  pid: number;
  host: string;
  /** Unambiguous id of the same process: boot id, process id, start time. */
  owner?: string | undefined;
  /** Number of responses of the model so far. */
  iterations: number;
}

const MetadataSchema: z.ZodType<Metadata> = z.looseObject({
  run_id: z.string(),
  status: z.enum(['RUNNING', 'WAITING_FOR_INPUT', 'COMPLETED', 'FAILED', 'INTERRUPTED']),
  created_at: z.string(),
  updated_at: z.string(),
  pid: z.int(),
  host: z.string(),
  owner: z.string().optional(),
  iterations: z.int().default(0),
});

/** 1 MiB. */
const MAX_BYTES = 1_048_576;

/** The newest run of a directory. `unreadable`: it exists, but its state cannot be read. */
export type Latest =
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable'; readonly why: string }
  | { readonly kind: 'found'; readonly metadata: Metadata };

/** Reads which run is the newest, and its state, without changing anything. */
export function readLatest(paths: DeltaPaths): Latest {
  try {
    const runId = latestRunId(paths);
    if (runId === null) {
      return hasRuns(paths)
        ? { kind: 'unreadable', why: `${paths.latest} is missing` }
        : { kind: 'none' };
    }
    if (!/^[A-Za-z0-9_-]{1,128}$/.test(runId)) {
      return { kind: 'unreadable', why: `${paths.latest} names no run` };
    }
    return readMetadata(paths, runId);
  } catch (error) {
    return { kind: 'unreadable', why: `${paths.latest}: ${messageOf(error)}` };
  }
}

function latestRunId({ latest }: DeltaPaths): string | null {
  const found = lstatSync(latest, { throwIfNoEntry: false });
  if (found === undefined) return null;
  return found.isSymbolicLink()
    ? basename(readlinkSync(latest))
    : readRegularFile(latest, MAX_BYTES).trim();
}

function hasRuns({ runs }: DeltaPaths): boolean {
  if (!existsSync(runs)) return false;
  return readdirSync(runs, { withFileTypes: true }).some((entry) => entry.isDirectory());
}

/** Reads the state of a run. */
function readMetadata(paths: DeltaPaths, runId: string): Exclude<Latest, { kind: 'none' }> {
  const { metadata: file } = runPaths(paths, runId);
  try {
    const metadata = MetadataSchema.parse(JSON.parse(readRegularFile(file, MAX_BYTES)));
    return metadata.run_id === runId
      ? { kind: 'found', metadata }
      : { kind: 'unreadable', why: `${file} is about another run` };
  } catch (error) {
    const why = codeOf(error) === 'ENOENT' ? 'it is missing' : 'it contains no valid metadata';
    return { kind: 'unreadable', why: `${file}: ${why}` };
  }
}

/** Writes the state of a run atomically. */
export function writeMetadata(paths: DeltaPaths, metadata: Metadata): void {
  const { execution, metadata: file } = runPaths(paths, metadata.run_id);
  mkdirSync(execution, { recursive: true, mode: 0o700 });
  writeDurably(file, `${JSON.stringify(metadata, null, 2)}\n`);
}

/**
 * Checks that a run can be made the newest.
 * @throws UsageError if a folder is in the way of the link
 */
export function checkLatest({ latest }: DeltaPaths): void {
  if (lstatSync(latest, { throwIfNoEntry: false })?.isDirectory() !== true) return;
  throw new UsageError(
    `${latest} is a folder. Move it away: a link to the newest run belongs there.`,
  );
}

/** Makes a run the newest: by a symbolic link, or a text file where links are not supported. */
export function writeLatest({ latest }: DeltaPaths, runId: string): void {
  try {
    linkDurably(latest, runId);
  } catch (error) {
    if (!['EPERM', 'ENOSYS', 'EOPNOTSUPP'].includes(codeOf(error) ?? '')) throw error;
    writeDurably(latest, `${runId}\n`);
  }
}
