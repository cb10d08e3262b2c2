import { setMaxListeners } from 'node:events';
import type { HitlClient } from '@hitl/client';
import type { InteractionPage, InteractionRequest, InteractionResponse } from '@hitl/protocol';
import { checkResponse } from '@hitl/protocol/fold';
import { createPrompter, type Prompter } from '../prompts/prompter.ts';
import type { CliIo } from '../process/io.ts';
import { createServerClient, naming } from '../remote/server-client.ts';
import { UsageError } from '../process/usage-error.ts';
import type { AnswerFlags, InboxFlags } from './flags.ts';
import type { AnswerOutcome, InboxSource } from './source.ts';
import { readResponseFile, readText, responseOf } from './typed-answer.ts';

/** The inbox of a server. `io`: where the person is asked. */
export function createServerSource(url: string, flags: InboxFlags, io: CliIo): InboxSource {
  const client: HitlClient = createServerClient(url, io, flags.tokenFile);
  const { user: userId } = flags;
  let prompter: Prompter | undefined;

  async function send(
    request: InteractionRequest,
    response: InteractionResponse,
  ): Promise<AnswerOutcome> {
    const [issue] = checkResponse(request, response);
    if (issue !== undefined) throw new UsageError(`The answer: ${issue.path} ${issue.message}.`);
    const body = await naming(url, () =>
      client.respond({ ...response, ...(userId !== undefined && { user_id: userId }) }),
    );
    // The run of a single call of another program is only its decision: what runs is up to that program.
    const next = body.run.id.startsWith('ext-')
      ? 'The program that asked continues.'
      : `The run is ${body.run.status}.`;
    return { body, line: `Answered. ${next}` };
  }

  return {
    async list() {
      const interactions: InteractionRequest[] = [];
      let cursor: string | null = null;
      do {
        const page: InteractionPage = await naming(url, () =>
          client.listInteractions({
            status: 'pending',
            limit: 200,
            ...(userId !== undefined && { userId }),
            ...(cursor !== null && { cursor }),
          }),
        );
        interactions.push(...page.interactions);
        cursor = page.next_cursor;
      } while (cursor !== null);
      return { interactions, next_cursor: null };
    },
    show: (id) => naming(url, () => client.getInteraction(id)),
    async answer(request, answers: AnswerFlags) {
      const { responseFile } = answers;
      const response =
        responseFile === undefined
          ? responseOf(request, answers, await readText(answers, io))
          : await readResponseFile(responseFile, request, io);
      return send(request, response);
    },
    async ask(request, signal) {
      prompter ??= createPrompter(io);
      const response = await prompter.ask(request, { answers: new Map() }, signal);
      return response === null ? null : send(request, response);
    },
    watch({ onChange, onTrouble }, signal) {
      // During a long watch each prompt adds a listener to this signal.
      setMaxListeners(0, signal);
      const shown = new Map<string, InteractionRequest>();
      return new Promise((resolve, reject) => {
        const add = (request: InteractionRequest, body: unknown): void => {
          if (shown.has(request.id)) return;
          shown.set(request.id, request);
          onChange({ kind: 'added', request }, body);
        };
        const remove = (id: string, outcome: string, body: unknown): void => {
          if (!shown.delete(id)) return;
          onChange({ kind: 'removed', id, outcome }, body);
        };
        client.inboxEvents(
          { userId },
          {
            signal,
            onSnapshot(requests, pendingIds = requests.map(({ id }) => id)) {
              const ids = new Set(pendingIds);
              for (const id of shown.keys()) {
                // It was settled while the stream was interrupted.
                if (!ids.has(id)) remove(id, 'settled', { type: 'interaction_gone', id });
              }
              for (const request of requests) {
                add(request, {
                  type: 'interaction_request',
                  data: { interaction_request: request },
                });
              }
            },
            onEvent(event) {
              if (event.type === 'interaction_request') add(event.data.interaction_request, event);
              if (event.type === 'interaction_resolved') {
                remove(event.data.interaction_id, event.data.outcome, event);
              }
            },
            onConnection({ status, error }) {
              if (error === undefined) return;
              if (status === 'closed') reject(new Error(`${url}: ${error.message}`));
              else onTrouble(`${url}: ${error.message}`);
            },
          },
        );
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
    },
    close() {
      prompter?.close();
      return Promise.resolve();
    },
  };
}
