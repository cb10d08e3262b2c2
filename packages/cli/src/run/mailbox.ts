import { lstatSync, mkdirSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { InteractionRequest } from '@hitl/protocol';
import * as z from 'zod';
import { UsageError } from '../process/usage-error.ts';
import type { AnsweredParts } from './answered-parts.ts';
import type { Asked, Asker } from './asker.ts';
import {
  codeOf,
  removeDurably,
  removeUnfinished,
  writeDurably,
} from '../delta-folder/durable-file.ts';
import type { DeltaPaths } from '../delta-folder/paths.ts';
import { readResponse } from '../delta-folder/response-file.ts';
import { responseOf, stepKey, stepsOf, type Answer, type Step } from '../questions/steps.ts';

/** What `request.json` holds, exactly. */
export interface MailboxRequest {
  /** A UUID of version 4. */
  request_id: string;
  /** RFC 3339, UTC: when it was asked first. */
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

export interface MailboxOptions {
  readonly paths: DeltaPaths;
  readonly parts: AnsweredParts;
  /** Told why what lies in the mailbox is no answer. */
  readonly warn: (message: string) => void;
  /** Passes time. */
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** The two files, as a way to ask. */
export interface Mailbox extends Asker {
  /** What is answered of a request so far, by `stepKey`; asks nothing. */
  collect(request: InteractionRequest): Promise<Map<string, Answer>>;
}

/**
 * Asks through two files: `request.json`, and `response.txt`, which counts only while the request that
 * it answers lies beside it.
 */
export function createMailbox({ paths, parts, warn, wait }: MailboxOptions): Mailbox {
  return {
    isPresent: false,
    async ask(request): Promise<Asked> {
      const answers = await collect(request);
      const open = (await stepsOf(request)).find(({ path }) => !answers.has(stepKey(path)));
      if (open === undefined) {
        return { kind: 'answered', response: responseOf(request, answers) };
      }
      put(request, open);
      return { kind: 'waiting' };
    },
    collect,
    async settled() {
      clearMailbox(paths);
      await parts.clear();
    },
    close: () => undefined,
  };

  async function collect(request: InteractionRequest): Promise<Map<string, Answer>> {
    checkMailbox(paths);
    const answers = await parts.load(request.id);
    const steps = await stepsOf(request);
    const asked = readRequest(paths);
    const step = steps.find(({ request_id }) => request_id === asked?.request_id);
    const answer = step === undefined ? null : await answerOf(step);
    if (step === undefined || answer === null) return answers;
    const key = stepKey(step.path);
    answers.set(key, answer);
    if (steps.length > 1) {
      // Kept before the files go: a crash between them may leave an answer twice, never none.
      await parts.save(request.id, key, answer, step.sensitive);
      clearMailbox(paths);
    }
    return answers;
  }

  /** What lies in the mailbox as the answer to a step; `null` when it is none. */
  async function answerOf(step: Step): Promise<Answer | null> {
    const file = await readResponse(paths.response, wait);
    if (file.kind === 'none') return null;
    if (file.kind === 'unfit') {
      warn(file.why);
      return null;
    }
    const reading = step.read(file.text);
    if (reading.ok) return reading.answer;
    warn(`${paths.response}: ${reading.why}`);
    return null;
  }

  /** Asks a step, unless it is asked already. */
  function put(request: InteractionRequest, step: Step): void {
    const { request_id, prompt, input_type, sensitive } = step;
    const asked = readRequest(paths);
    const content: MailboxRequest = {
      request_id,
      timestamp: request.created_at,
      prompt,
      input_type,
      sensitive,
    };
    // Somebody may have written in it: programs and people read there what is asked.
    if (isDeepStrictEqual(asked, content)) return;
    mkdirSync(paths.interaction, { recursive: true, mode: 0o700 });
    if (asked?.request_id !== request_id) discardResponse();
    writeDurably(paths.request, `${JSON.stringify(content, null, 2)}\n`);
  }

  /** What was there before the question is no answer to it. */
  function discardResponse(): void {
    if (lstatSync(paths.response, { throwIfNoEntry: false }) === undefined) return;
    warn(`${paths.response} was there before the question, so it is no answer. It is removed.`);
    try {
      removeDurably(paths.response);
    } catch (error) {
      if (!['EISDIR', 'EPERM'].includes(codeOf(error) ?? '')) throw error;
      warn(`${paths.response} is a folder. Remove it to answer.`);
    }
  }
}

/** What is asked in a mailbox now; `null` for nothing, and for what is no request. */
export function readRequest({ request }: DeltaPaths): MailboxRequest | null {
  try {
    if (!lstatSync(request).isFile()) return null;
    return MailboxRequestSchema.parse(JSON.parse(readFileSync(request, 'utf8')));
  } catch {
    return null;
  }
}

/** Takes a question back: the answer goes first, so that it never lies there alone. */
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
 * Whether questions and answers can lie there. A link would let whoever set it choose where.
 *
 * @throws UsageError when the mailbox is a link or a file, or its request a folder
 */
export function checkMailbox({ interaction, request }: DeltaPaths): void {
  const found = lstatSync(interaction, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isDirectory()) {
    throw new UsageError(`${interaction} is a symbolic link or a file. Expected a folder.`);
  }
  if (lstatSync(request, { throwIfNoEntry: false })?.isDirectory() !== true) return;
  throw new UsageError(`${request} is a folder. Move it away: it says what is asked.`);
}
