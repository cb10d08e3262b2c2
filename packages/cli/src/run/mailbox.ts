import { lstatSync, mkdirSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { InteractionRequest } from '@hitl/protocol';
import type { AnsweredParts } from './answered-parts.ts';
import type { Asked, Asker } from './answer-loop.ts';
import { codeOf, removeDurably, writeDurably } from '../delta-folder/durable-file.ts';
import {
  checkMailbox,
  clearMailbox,
  readRequest,
  type MailboxRequest,
} from '../delta-folder/mailbox-files.ts';
import type { DeltaPaths } from '../delta-folder/paths.ts';
import { readResponse } from '../delta-folder/response-file.ts';
import { responseOf, stepKey, stepsOf, type Answer, type Step } from '../questions/steps.ts';

export interface MailboxOptions {
  readonly paths: DeltaPaths;
  readonly parts: AnsweredParts;
  /** Called with the reason why the content of the mailbox is not an answer. */
  readonly warn: (message: string) => void;
  /** Waits for a time. */
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** A mailbox as a way to ask. */
export interface Mailbox extends Asker {
  /** The answers to a request so far, by `stepKey`; asks nothing. */
  collect(request: InteractionRequest): Promise<Map<string, Answer>>;
}

/**
 * Asks through two files: `request.json`, and `response.txt`, which is valid only while its request
 * exists.
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
    const step = steps.find(({ requestId }) => requestId === asked?.request_id);
    const answer = step === undefined ? null : await answerOf(step);
    if (step === undefined || answer === null) return answers;
    const key = stepKey(step.path);
    answers.set(key, answer);
    if (steps.length > 1) {
      // Stored before the files are removed, so that a crash in between may repeat an answer but
      // never lose one.
      await parts.save(request.id, key, answer, step.sensitive);
      clearMailbox(paths);
    }
    return answers;
  }

  /** The content of the mailbox as the answer to a step; `null` if it is not one. */
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

  /** Asks a step, unless that is the current question. */
  function put(request: InteractionRequest, step: Step): void {
    const { requestId, prompt, inputType, sensitive } = step;
    const asked = readRequest(paths);
    const content: MailboxRequest = {
      request_id: requestId,
      timestamp: request.created_at,
      prompt,
      input_type: inputType,
      sensitive,
    };
    // Compare the whole content: it may have been changed, and programs and people read the
    // question there.
    if (asked !== null && isDeepStrictEqual(asked, content)) return;
    mkdirSync(paths.interaction, { recursive: true, mode: 0o700 });
    if (asked?.request_id !== requestId) discardResponse();
    writeDurably(paths.request, `${JSON.stringify(content, null, 2)}\n`);
  }

  /** A file that existed before the question is not an answer to it. */
  function discardResponse(): void {
    if (lstatSync(paths.response, { throwIfNoEntry: false }) === undefined) return;
    warn(
      `${paths.response} was there before the question, so it is not an answer to it. It was removed.`,
    );
    try {
      removeDurably(paths.response);
    } catch (error) {
      if (!['EISDIR', 'EPERM'].includes(codeOf(error) ?? '')) throw error;
      warn(`${paths.response} is a folder. Remove it to answer.`);
    }
  }
}
