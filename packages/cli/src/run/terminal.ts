import { createPrompter } from '../prompts/prompter.ts';
import { stepKey, stepsOf, type Answer, type Step } from '../questions/steps.ts';
import type { CliIo } from '../process/io.ts';
import type { AnsweredParts } from './answered-parts.ts';
import type { Asked, Asker } from './answer-loop.ts';
import type { Mailbox } from './mailbox.ts';
import { clearMailbox } from '../delta-folder/mailbox-files.ts';
import type { DeltaPaths } from '../delta-folder/paths.ts';

export interface TerminalOptions {
  readonly io: CliIo;
  readonly paths: DeltaPaths;
  /** May contain an earlier answer. */
  readonly mailbox: Mailbox;
  readonly parts: AnsweredParts;
}

/** Asks on stdout and reads answers from stdin: at a terminal, or one line each from a pipe. */
export function createTerminal({ io, paths, mailbox, parts }: TerminalOptions): Asker {
  const prompter = createPrompter(io);
  return {
    isPresent: true,
    async ask(request, signal): Promise<Asked> {
      const answers = await mailbox.collect(request);
      const steps = await stepsOf(request);
      // A complete answer in the mailbox stays there until it is in the log.
      if (steps.some(({ path }) => !answers.has(stepKey(path)))) clearMailbox(paths);
      const onStep = (key: string, answer: Answer, { sensitive }: Step): Promise<void> =>
        parts.save(request.id, key, answer, sensitive);
      const response = await prompter.ask(request, { answers, onStep }, signal);
      return response === null ? { kind: 'ended' } : { kind: 'answered', response };
    },
    settled: (request) => mailbox.settled(request),
    close: () => prompter.close(),
  };
}
