import type { InteractionRequest } from '@hitl/protocol';
import { HitlError } from '@hitl/protocol/endpoints';
import type { CliIo } from '../process/io.ts';
import { directoryOf } from '../delta-folder/directory.ts';
import { plain } from '../terminal/table.ts';
import { firstSignal } from '../process/signals.ts';
import { UsageError } from '../process/usage-error.ts';
import { createDirectorySource } from './directory-source.ts';
import { ANSWER_FLAGS, type AnswerFlags, type InboxFlags } from './flags.ts';
import { createServerSource } from './server-source.ts';
import { showList, showRow, showView } from './show.ts';
import type { AnswerOutcome, InboxSource } from './source.ts';
import { messageOf } from '../process/message-of.ts';

/** Flags of `watch`. */
export interface WatchFlags extends InboxFlags {
  readonly answer?: boolean;
}

const WHOLE_ID = 'The beginning of an id is enough only while the request is pending.';
const INPUT_ENDED = 'The input ended before the question was answered.';

/** Lists pending requests. */
export function list(flags: InboxFlags, io: CliIo): Promise<void> {
  return withSource(flags, io, async (source) => {
    const page = await source.list();
    write(flags, io, page, () => showList(page.interactions));
  });
}

/** Shows a request in full; without an id, the only pending one. */
export function show(id: string | undefined, flags: InboxFlags, io: CliIo): Promise<void> {
  return withSource(flags, io, async (source) => {
    const whole =
      id === undefined ? (await onlyRequest(source, 'show')).id : await resolveId(source, id);
    const view = await source.show(whole).catch((error: unknown) => {
      throw id !== undefined && id.length < 36 && hasCode(error, 'interaction_not_found')
        ? new HitlError('interaction_not_found', `${error.message} ${WHOLE_ID}`, { cause: error })
        : error;
    });
    write(flags, io, view, () => showView(view));
  });
}

/** Answers a request as the flags say, else by asking the person. */
export function answer(id: string | undefined, flags: AnswerFlags, io: CliIo): Promise<void> {
  return withSource(flags, io, async (source) => {
    const request = await requestToAnswer(source, id);
    const isAnswer = Object.keys(flags).some((name) => Object.hasOwn(ANSWER_FLAGS, name));
    const outcome = isAnswer
      ? await source.answer(request, flags)
      : await source.ask(request, new AbortController().signal);
    if (outcome === null) throw new Error(INPUT_ENDED);
    writeOutcome(flags, io, outcome);
  });
}

/** Prints changes until a signal, and with `--answer` asks the person about each request. */
export function watch(flags: WatchFlags, io: CliIo): Promise<void> {
  return withSource(flags, io, async (source) => {
    const stop = new AbortController();
    const signals = firstSignal(io, ['SIGINT', 'SIGTERM'], 'fatal');
    void signals.signal.then((name) => stop.abort(new Error(name)));
    const waiting = new Map<string, AbortController>();
    let asking: Promise<void> = Promise.resolve();
    let inputEnded = false;
    const askAbout = async (request: InteractionRequest): Promise<void> => {
      const gone = waiting.get(request.id);
      if (gone === undefined || stop.signal.aborted) return;
      try {
        const outcome = await source.ask(request, AbortSignal.any([gone.signal, stop.signal]));
        if (outcome === null) {
          inputEnded = true;
          stop.abort();
        } else writeOutcome(flags, io, outcome);
      } catch (error) {
        if (gone.signal.aborted || stop.signal.aborted) return;
        io.stderr.write(`hitl: ${messageOf(error)}\n`);
      }
    };
    try {
      await source.watch(
        {
          onChange(change, body) {
            write(flags, io, body, () =>
              change.kind === 'added'
                ? `+ ${showRow(change.request)}`
                : `- ${plain(change.id)}  ${plain(change.outcome)}\n`,
            );
            if (change.kind === 'removed') {
              waiting.get(change.id)?.abort(new Error('It is settled.'));
              waiting.delete(change.id);
            } else if (flags.answer === true) {
              waiting.set(change.request.id, new AbortController());
              asking = asking.then(() => askAbout(change.request));
            }
          },
          onTrouble: (message) => void io.stderr.write(`hitl: ${plain(message)}\n`),
        },
        stop.signal,
      );
      await asking;
      if (inputEnded) throw new Error(INPUT_ENDED);
    } finally {
      signals.release();
    }
  });
}

function hasCode(error: unknown, code: string): error is HitlError {
  return HitlError.isInstance(error) && error.code === code;
}

/** A compact line for programs that read a stream, indented JSON for those that read one value. */
function write(flags: InboxFlags, io: CliIo, body: unknown, text: () => string): void {
  io.stdout.write(flags.format === 'json' ? `${JSON.stringify(body)}\n` : text());
}

function writeOutcome(flags: InboxFlags, io: CliIo, { body, line }: AnswerOutcome): void {
  write(flags, io, body, () => `${plain(line)}\n`);
}

/** A full id, or a prefix that only one pending request has. */
async function resolveId(source: InboxSource, id: string): Promise<string> {
  const { interactions } = await source.list();
  const fits = interactions.filter((request) => request.id.startsWith(id));
  if (interactions.some((request) => request.id === id) || fits.length === 0) return id;
  if (fits.length === 1) return fits[0]?.id ?? id;
  throw new UsageError(`${id} is the start of ${fits.length} ids. Type more of it.`);
}

async function requestToAnswer(
  source: InboxSource,
  id: string | undefined,
): Promise<InteractionRequest> {
  if (id === undefined) return onlyRequest(source, 'answer');
  const { interaction_request: request, status } = await source.show(await resolveId(source, id));
  if (status === 'pending') return request;
  throw new HitlError(
    'already_resolved',
    `${request.id} is ${status} already, so nothing was sent.`,
  );
}

async function onlyRequest(source: InboxSource, command: string): Promise<InteractionRequest> {
  const { interactions } = await source.list();
  const [only, second] = interactions;
  if (only !== undefined && second === undefined) return only;
  throw new UsageError(
    only === undefined
      ? 'Nothing is pending.'
      : `${interactions.length} requests are pending. Name one: hitl inbox ${command} ID.`,
  );
}

async function withSource(
  flags: InboxFlags,
  io: CliIo,
  work: (source: InboxSource) => Promise<void>,
): Promise<void> {
  const { server = '' } = flags;
  const directory = directoryOf(flags);
  // With JSON output, stdout contains only the body; prompts go to stderr.
  const asking: CliIo = flags.format === 'json' ? { ...bound(io), stdout: io.stderr } : io;
  const source =
    directory === undefined
      ? createServerSource(server, flags, asking)
      : createDirectorySource(directory, asking);
  try {
    await work(source);
  } finally {
    await source.close();
  }
}

function bound(io: CliIo): CliIo {
  const { stdin, stdout, stderr, env } = io;
  return {
    stdin,
    stdout,
    stderr,
    env,
    on: (signal, listener) => io.on(signal, listener),
    off: (signal, listener) => io.off(signal, listener),
  };
}
