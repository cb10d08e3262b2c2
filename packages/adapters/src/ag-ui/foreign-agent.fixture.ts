import { HttpAgent, type RunAgentInput } from '@ag-ui/client';
import type { AgUiInterrupt, AgUiResumeEntry } from './wire.ts';

/**
 * A run of the foreign agent: the calls that it proposes, with arguments as an object or as text, and its
 * interrupts.
 */
export interface ForeignTurn {
  readonly calls?: readonly { id: string; name: string; args: Record<string, unknown> | string }[];
  readonly text?: string;
  readonly interrupts?: readonly AgUiInterrupt[];
  /** The run fails with this message. */
  readonly error?: string;
}

/** An agent of another vendor behind the real client, and the answers that it received. */
export interface ForeignAgent {
  readonly agent: HttpAgent;
  /** Answers the requests of any client in its place. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** The answers of each resume, as they came over the wire. */
  readonly resumes: readonly (readonly AgUiResumeEntry[])[];
  /** Sends a message. */
  readonly say: (text: string) => Promise<void>;
}

function eventsOf({ threadId, runId }: RunAgentInput, turn: ForeignTurn): object[] {
  const { calls = [], text, interrupts = [], error } = turn;
  const messageId = `${runId}:said`;
  if (error !== undefined) {
    return [
      { type: 'RUN_STARTED', threadId, runId },
      { type: 'RUN_ERROR', message: error, code: 'refused' },
    ];
  }
  return [
    { type: 'RUN_STARTED', threadId, runId },
    ...(text === undefined
      ? []
      : [
          { type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' },
          { type: 'TEXT_MESSAGE_CONTENT', messageId, delta: text },
          { type: 'TEXT_MESSAGE_END', messageId },
        ]),
    ...calls.flatMap(({ id: toolCallId, name: toolCallName, args }) => [
      { type: 'TOOL_CALL_START', toolCallId, toolCallName, parentMessageId: messageId },
      {
        type: 'TOOL_CALL_ARGS',
        toolCallId,
        delta: typeof args === 'string' ? args : JSON.stringify(args),
      },
      { type: 'TOOL_CALL_END', toolCallId },
    ]),
    {
      type: 'RUN_FINISHED',
      threadId,
      runId,
      outcome: interrupts.length > 0 ? { type: 'interrupt', interrupts } : { type: 'success' },
    },
  ];
}

/** Creates an agent that plays these runs in order, and then answers “Done.” */
export function createForeignAgent(...turns: readonly ForeignTurn[]): ForeignAgent {
  const resumes: (readonly AgUiResumeEntry[])[] = [];
  let run = 0;
  const fetch: ForeignAgent['fetch'] = (_, { body }) => {
    const input = JSON.parse(typeof body === 'string' ? body : '') as RunAgentInput;
    if (input.resume !== undefined) resumes.push(input.resume);
    const events = eventsOf(input, turns[run] ?? { text: 'Done.' });
    run += 1;
    const frames = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
    return Promise.resolve(
      new Response(frames, { headers: { 'content-type': 'text/event-stream' } }),
    );
  };
  const agent = new HttpAgent({ url: 'http://localhost/agent', threadId: 'thread-1', fetch });
  return {
    agent,
    fetch,
    resumes,
    async say(text) {
      agent.addMessage({ id: `m-${agent.messages.length}`, role: 'user', content: text });
      await agent.runAgent();
    },
  };
}
