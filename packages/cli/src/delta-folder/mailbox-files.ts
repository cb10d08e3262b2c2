import { lstatSync } from 'node:fs';
import * as z from 'zod';
import { UsageError } from '../process/usage-error.ts';
import { codeOf, removeDurably, removeUnfinished } from './durable-file.ts';
import type { DeltaPaths } from './paths.ts';
import { readRegularFile } from './regular-file.ts';

/** The exact content of `request.json`. */
export interface MailboxRequest {
  /** A UUID of version 4. */
  request_id: string;
  /** RFC 3339, UTC: when it was first asked. */
  timestamp: string;
  /** Written by the agent. Untrusted. */
  prompt: string;
  input_type: string;
  sensitive: boolean;
}

const MailboxRequestSchema: z.ZodType<MailboxRequest> = z.looseObject({
  request_id: z.string(),
  timestamp: z.string(),
  prompt: z.string(),
  input_type: z.string(),
  sensitive: z.boolean(),
});

/** 16 MiB. */
const MAX_BYTES = 16 * 1_048_576;

/** The current request of a mailbox; `null` if there is none or it is invalid. */
export function readRequest({ request }: DeltaPaths): MailboxRequest | null {
  try {
    return MailboxRequestSchema.parse(JSON.parse(readRegularFile(request, MAX_BYTES)));
  } catch {
    return null;
  }
}

/** Withdraws a question. The answer is removed first, so that it never exists without its question. */
export function clearMailbox(paths: DeltaPaths): void {
  if (lstatSync(paths.request, { throwIfNoEntry: false }) === undefined) return;
  removeUnfinished(paths.interaction);
  try {
    removeDurably(paths.response);
  } catch (error) {
    if (!['EISDIR', 'EPERM'].includes(codeOf(error) ?? '')) throw error;
  }
  removeDurably(paths.request);
}

/**
 * Checks that questions and answers can be stored there; a link could redirect them.
 * @throws UsageError if the mailbox is a link or a file, or its request a folder
 */
export function checkMailbox({ interaction, request }: DeltaPaths): void {
  const found = lstatSync(interaction, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isDirectory()) {
    throw new UsageError(`${interaction} is a symbolic link or a file. Expected a folder.`);
  }
  if (lstatSync(request, { throwIfNoEntry: false })?.isDirectory() !== true) return;
  throw new UsageError(`${request} is a folder. Move it away: the question is written there.`);
}
