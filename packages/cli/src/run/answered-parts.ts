import type { SessionKey, Vault } from '@hitl/server';
import * as z from 'zod';
import { removeDurably, writeDurably } from '../delta-folder/durable-file.ts';
import type { RunPaths } from '../delta-folder/paths.ts';
import { readRegularFile } from '../delta-folder/regular-file.ts';
import type { Answer } from '../questions/steps.ts';

/** The answers so far to a request in several parts; they survive the process. */
export interface AnsweredParts {
  load(requestId: string): Promise<Map<string, Answer>>;
  save(requestId: string, step: string, answer: Answer, sensitive: boolean): Promise<void>;
  clear(): Promise<void>;
}

/** 64 MiB: many answers of 1 MiB. */
const MAX_BYTES = 64 * 1_048_576;

/** Made when something was stored. */
const keptSchema = () =>
  z.object({
    request_id: z.string(),
    answers: z.record(
      z.string(),
      z.object({
        answer: z
          .object({
            text: z.string().exactOptional(),
            selected_values: z.array(z.string()).exactOptional(),
            other: z.string().exactOptional(),
            confirmed: z.boolean().exactOptional(),
          })
          .optional(),
        secret: z.string().optional(),
      }),
    ),
  });

interface Kept extends z.output<ReturnType<typeof keptSchema>> {}

/**
 * Stores them in a file of the run; sensitive ones are stored in the run's vault, and only their
 * ids here.
 */
export function createAnsweredParts(
  { parts: path }: Pick<RunPaths, 'parts'>,
  vault: Vault,
  key: SessionKey,
): AnsweredParts {
  /** Unreadable answers are asked for again. */
  function read(requestId: string): Kept {
    try {
      const stored: unknown = JSON.parse(readRegularFile(path, MAX_BYTES));
      const kept = keptSchema().parse(stored);
      if (kept.request_id === requestId) return kept;
    } catch {
      // Nothing was stored.
    }
    return { request_id: requestId, answers: {} };
  }

  return {
    async load(requestId) {
      const answers = new Map<string, Answer>();
      const secrets = await vault.list(key);
      for (const [step, { answer, secret }] of Object.entries(read(requestId).answers)) {
        const text = secrets.find(({ id }) => id === secret)?.value;
        if (answer !== undefined) answers.set(step, answer);
        else if (text !== undefined) answers.set(step, { text });
      }
      return answers;
    },
    async save(requestId, step, answer, sensitive) {
      const kept = read(requestId);
      const entry = sensitive ? { secret: await vault.put(key, answer.text ?? '') } : { answer };
      const all = { ...kept, answers: { ...kept.answers, [step]: entry } };
      writeDurably(path, `${JSON.stringify(all)}\n`);
    },
    clear: () => Promise.resolve(removeDurably(path)),
  };
}
