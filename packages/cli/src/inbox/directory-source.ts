import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InteractionRequest } from '@hitl/protocol';
import { HitlError } from '@hitl/protocol/endpoints';
import { createPrompter, type Prompter } from '../prompts/prompter.ts';
import type { Answer, Step } from '../questions/steps.ts';
import type { CliIo } from '../process/io.ts';
import { createMailboxReader, type MailboxQuestion } from '../delta-folder/mailbox-reader.ts';
import { formatResponse } from '../questions/format-response.ts';
import { writeResponse } from '../delta-folder/write-response.ts';
import { deltaPaths } from '../delta-folder/paths.ts';
import { UsageError } from '../process/usage-error.ts';
import type { AnswerFlags } from './flags.ts';
import type { AnswerOutcome, InboxSource } from './source.ts';
import { answerOf, readText, refuse } from './typed-answer.ts';

/** Interval of checks of a watched directory. */
const LOOK_MS = 500;

/** The pending requests of a directory, answered through its mailbox. `io`: where the person is asked. */
export function createDirectorySource(directory: string, io: CliIo): InboxSource {
  const paths = deltaPaths(directory);
  const reader = createMailboxReader(paths, (message) => io.stderr.write(`hitl: ${message}\n`));
  let prompter: Prompter | undefined;

  /** The step of a request that the mailbox asks now. */
  async function questionOf({ id }: InteractionRequest): Promise<MailboxQuestion> {
    const { asked, pending } = await reader.read();
    if (asked?.request.id === id) return asked;
    if (!pending.some((request) => request.id === id)) {
      throw new HitlError('interaction_not_found', `${directory}: ${id} is no longer pending.`);
    }
    throw new HitlError(
      'not_asked',
      asked === null
        ? `${directory}: its mailbox is empty. Run 'delta run' there, and it will ask.`
        : `${directory}: one question at a time. Answer ${asked.request.id} first, and run 'delta run' there.`,
    );
  }

  async function write({ request, step }: MailboxQuestion, answer: Answer): Promise<AnswerOutcome> {
    const text = formatResponse(step, answer);
    if (text === null) throw new UsageError(unfitReason(step, answer));
    const written = await writeResponse(paths, step, text);
    if (written !== 'written') throw new HitlError(written, `${directory}: ${REASONS[written]}`);
    return {
      body: { status: 'written', interaction_id: request.id, path: paths.response },
      line: `Written to ${paths.response}. Re-run 'delta run' there to continue.`,
    };
  }

  return {
    async list() {
      if (!existsSync(paths.runs))
        io.stderr.write(
          `hitl: no 'delta run' has been started in ${directory}. For the requests of a server, add --server URL.\n`,
        );
      return { interactions: [...(await reader.read()).pending], next_cursor: null };
    },
    async show(id) {
      const { pending } = await reader.read();
      const request = pending.find((own) => own.id === id);
      if (request !== undefined) {
        return { interaction_request: request, run_id: request.run_id, status: 'pending' };
      }
      const view = await reader.find(id);
      if (view !== null) return view;
      throw new HitlError('interaction_not_found', `${directory}: there is no interaction ${id}.`);
    },
    async answer(request, flags) {
      refuseUnsupportedFlags(flags);
      const question = await questionOf(request);
      return write(question, answerOf(question.step.part, flags, await readText(flags, io)));
    },
    async ask(request, signal) {
      const question = await questionOf(request);
      prompter ??= createPrompter(io);
      const answer = await prompter.askStep(question.step, signal);
      return answer === null ? null : write(question, answer);
    },
    async watch({ onChange }, signal) {
      const shown = new Map<string, InteractionRequest>();
      while (!signal.aborted) {
        const { pending } = await reader.read();
        const ids = new Set(pending.map(({ id }) => id));
        for (const id of [...shown.keys()].filter((known) => !ids.has(known))) {
          const outcome = (await reader.find(id))?.status ?? 'gone';
          shown.delete(id);
          onChange({ kind: 'removed', id, outcome }, { type: 'interaction_gone', id, outcome });
        }
        for (const request of pending.filter(({ id }) => !shown.has(id))) {
          shown.set(request.id, request);
          onChange(
            { kind: 'added', request },
            { type: 'interaction_request', data: { interaction_request: request } },
          );
        }
        await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined);
      }
    },
    async close() {
      prompter?.close();
      await reader.close();
    },
  };
}

const REASONS = {
  not_asked: 'its mailbox asks something else now. Nothing was written.',
  answered: "it is answered already. 'delta run' reads the answer.",
  busy: "a 'delta run' is running there. Nothing was written.",
} as const;

/** A mailbox supports only yes and no, text and choices. */
function refuseUnsupportedFlags(flags: AnswerFlags): void {
  const why = "cannot be sent through a mailbox, only to a server or in 'delta run -i'";
  refuse(flags, ['rule', 'argsJson', 'note', 'decline'], why);
  if (flags.remember !== undefined && flags.remember !== 'once') {
    throw new UsageError(`--remember ${flags.remember} ${why}. A yes approves this call only.`);
  }
  if (flags.responseFile !== undefined) {
    throw new UsageError('--response-file: a mailbox asks one thing at a time. Answer that.');
  }
}

function unfitReason(step: Step, { text = '' }: Answer): string {
  const reading = step.read(text);
  return reading.ok ? 'This answer cannot be written to a mailbox.' : reading.why;
}
