import { spawn } from 'node:child_process';
import type { CliIo } from '../process/io.ts';
import {
  ANSWERED_IN_INBOX,
  answersElicitation,
  failed,
  isElicitation,
  mayAsk,
  type ContinuedRequest,
  type Elicitations,
  type NextStep,
} from './elicitation.ts';
import { undecided, type Forwarded, type Gateway } from './gateway.ts';
import {
  CANCELLED,
  GIVEN_UP,
  MAX_CLIENT_MESSAGE,
  MAX_SERVER_MESSAGE,
  NO_RESULT,
  NOT_RUN,
  errorResponse,
  idOf,
  objectIn,
  readClientMessage,
  readServerMessage,
  resultResponse,
  type Message,
  type MessageId,
} from './json-rpc.ts';
import { readMessageLines } from './message-lines.ts';
import { createMessageOutput } from './message-output.ts';
import { createPassedRequests, isResponse } from './passed-requests.ts';
import { needsInput } from './tool-results.ts';
import { MAX_HELD, TOO_MANY_CALLS, hasRoom, type Held } from './waiting-messages.ts';
import { tellWaiting } from './waiting.ts';

/** A call or a question that waits for a person. */
interface Waiting extends Held {
  readonly controller: AbortController;
}

/** A call that the server runs, or another request whose response may ask for input. */
interface Running extends Held, ContinuedRequest {
  /** As it was sent to the server. */
  readonly message: Message;
  /** Whether the inbox answers what it asks. */
  readonly inInbox: boolean;
  /** Records the server's response. */
  readonly done: (response: Message) => Promise<void>;
}

function toRun(
  id: MessageId,
  message: Message,
  { params, done, recheck }: Forwarded,
  inInbox: boolean,
  size: number,
): Running {
  const isCall = message['method'] === 'tools/call';
  return { id, isCall, message: { ...message, params }, inInbox, rounds: 0, done, recheck, size };
}

/** Characters of an id of a call, or of a request for the list of tools. */
const MAX_KEPT_ID = 256;

const TOO_MANY_QUESTIONS = 'Too many questions wait at once.';

/** Runs an MCP server as a child process behind the gateway; resolves to its exit code. */
export async function serveStdio(
  gateway: Gateway,
  elicitations: Elicitations,
  [program = '', ...args]: readonly string[],
  io: CliIo,
): Promise<number> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const judging = new Map<string, Waiting>();
  const running = new Map<string, Running>();
  /** Cancelled calls that the server may still answer, and what is being recorded of them. */
  const givenUp = new Map<string, Promise<void>>();
  /** Elicitations that are pending in the inbox, by the id of the server's request. */
  const asking = new Map<string, Waiting>();
  /** Whether the inbox answers elicitations that are requests of their own (2025-11-25). */
  let inInbox = elicitations.always;
  /** What the server has asked the client itself. */
  const passedOn = createPassedRequests();
  const lists = new Set<string>();
  // A server that has exited reads nothing more; `close` reports its exit.
  const server = createMessageOutput(child.stdin, () => undefined);
  const client = createMessageOutput(io.stdout, clientIsGone);
  const toServer = (message: Message): Promise<void> => server.write(JSON.stringify(message));
  const toClient = (message: Message): Promise<void> => client.write(JSON.stringify(message));
  const tell = (message: Message): void => {
    if (!client.isFull) void toClient(message);
  };

  /** Nobody is asked any more. The server ends as usual, so that the outcomes of its calls are recorded. */
  function clientIsGone(): void {
    for (const { controller } of [...judging.values(), ...asking.values()]) controller.abort();
    child.stdin.end();
  }

  /** The error for a request that may not wait here. */
  function refusalOf(key: string, id: MessageId, size: number): Message | undefined {
    if (key.length > MAX_KEPT_ID) return errorResponse(null, -32_600, 'The id is too long.');
    if (judging.has(key) || running.has(key) || givenUp.has(key)) {
      return errorResponse(id, -32_600, 'A call with this id is running.');
    }
    return hasRoom(size, judging, running) ? undefined : errorResponse(id, -32_000, TOO_MANY_CALLS);
  }

  /** Sends a request whose elicitations the inbox answers. */
  async function follow(id: MessageId, message: Message, size: number): Promise<void> {
    const key = JSON.stringify(id);
    const refusal = refusalOf(key, id, size);
    if (refusal !== undefined) return toClient(refusal);
    await send(key, toRun(id, message, undecided(message), true, size));
  }

  async function judgeCall(
    id: MessageId,
    message: Message,
    asksInbox: boolean,
    size: number,
  ): Promise<void> {
    const key = JSON.stringify(id);
    const refusal = refusalOf(key, id, size);
    if (refusal !== undefined) return toClient(refusal);
    const controller = new AbortController();
    judging.set(key, { controller, size });
    // Not awaited: other messages do not wait for a person.
    void decide(key, id, message, asksInbox, controller.signal, size);
  }

  async function decide(
    key: string,
    id: MessageId,
    message: Message,
    asksInbox: boolean,
    signal: AbortSignal,
    size: number,
  ): Promise<void> {
    const params = objectIn(message, 'params');
    const stop = tellWaiting(params, tell);
    const action = await gateway.evaluate(params, signal);
    stop();
    if (action.kind === 'reply') {
      if (!signal.aborted) await toClient(resultResponse(id, action.result));
      judging.delete(key);
      return;
    }
    judging.delete(key);
    if (signal.aborted) return action.done(errorResponse(id, -32_000, NOT_RUN));
    await send(key, toRun(id, message, action, asksInbox, size));
  }

  function send(key: string, call: Running): Promise<void> {
    running.set(key, call);
    return toServer(call.message);
  }

  /** Continues a call with the input that its response requests, or passes the response on. */
  async function goOn(key: string, call: Running, response: Message, size: number): Promise<void> {
    const controller = new AbortController();
    const fits = hasRoom(size, judging, running);
    judging.set(key, { controller, size });
    const params = objectIn(call.message, 'params');
    const stop = tellWaiting(params, tell);
    const next: NextStep = fits
      ? await elicitations.next(response, call, controller.signal)
      : { kind: 'end', response: failed(call, TOO_MANY_QUESTIONS) };
    stop();
    judging.delete(key);
    if (next.kind === 'end' && next.response === response) {
      await call.done(response);
      await toClient(response);
    } else if (controller.signal.aborted) {
      await call.done(errorResponse(call.id, -32_000, CANCELLED));
    } else if (next.kind === 'again') {
      await send(key, {
        ...call,
        rounds: call.rounds + 1,
        message: { ...call.message, params: { ...params, ...next.params } },
      });
    } else {
      await call.done(next.response);
      await toClient(next.response);
    }
  }

  /** Answers an elicitation of the server in the inbox. */
  async function elicit(key: string, request: Message, signal: AbortSignal): Promise<void> {
    // Which call it belongs to is not known.
    const stops = [...running.values()].map(({ message }) =>
      tellWaiting(objectIn(message, 'params'), tell),
    );
    const response = await elicitations.answer(request, signal);
    for (const stop of stops) stop();
    if (!signal.aborted) await toServer(response);
    asking.delete(key);
  }

  /** Keeps no more than the id of a call that a server may never answer, now that nobody waits for it. */
  function giveUp(key: string, { id, done }: Running): void {
    running.delete(key);
    const [oldest] = givenUp.keys();
    if (givenUp.size >= MAX_HELD && oldest !== undefined) givenUp.delete(oldest);
    givenUp.set(key, done(errorResponse(id, -32_000, GIVEN_UP)));
  }

  async function fromClient(line: string): Promise<void> {
    const read = readClientMessage(line);
    if (!read.ok) return toClient(read.error);
    const { message, inInbox: declared } = elicitations.declare(read.message);
    const id = idOf(message);
    const { method } = message;
    // The answer to a question that the inbox answers is not the client's to give.
    if (isResponse(message) && inInbox && !passedOn.take(message)) return undefined;
    if (declared === true && id !== undefined && answersElicitation(message)) {
      return toClient(errorResponse(id, -32_602, ANSWERED_IN_INBOX));
    }
    if (method === 'initialize') inInbox = declared === true;
    if (method === 'tools/call') {
      // A call without an id could get no response.
      return id === undefined ? undefined : judgeCall(id, message, declared === true, line.length);
    }
    if (declared === true && id !== undefined && mayAsk(message)) {
      return follow(id, message, line.length);
    }
    if (method === 'notifications/cancelled') {
      const { requestId } = objectIn(message, 'params');
      const key = JSON.stringify(requestId);
      const waiting = judging.get(key);
      if (waiting !== undefined) {
        waiting.controller.abort();
        return;
      }
      const call = running.get(key);
      if (call !== undefined) giveUp(key, call);
    }
    if (method === 'tools/list' && id !== undefined) {
      const key = JSON.stringify(id);
      if (lists.size < MAX_HELD && key.length <= MAX_KEPT_ID) lists.add(key);
    }
    return toServer(message);
  }

  async function fromServer(line: string): Promise<void> {
    const message = readServerMessage(line);
    if (message !== undefined && (await isTaken(message, line.length))) return;
    await client.write(line);
  }

  /** Whether a message of the server is answered here, so that the client does not get it. */
  async function isTaken(message: Message, size: number): Promise<boolean> {
    const id = idOf(message);
    const { method } = message;
    if (inInbox && id !== undefined && isElicitation(message)) {
      const key = JSON.stringify(id);
      if (!hasRoom(size, asking)) {
        await toServer(errorResponse(id, -32_000, TOO_MANY_QUESTIONS));
        return true;
      }
      const controller = new AbortController();
      asking.set(key, { controller, size });
      void elicit(key, message, controller.signal);
      return true;
    }
    if (method === 'notifications/cancelled') {
      const { requestId } = objectIn(message, 'params');
      const pending = asking.get(JSON.stringify(requestId));
      pending?.controller.abort();
      return pending !== undefined;
    }
    passedOn.note(message);
    if (id === undefined || method !== undefined) return false;
    const key = JSON.stringify(id);
    if (lists.delete(key)) gateway.learn(message);
    const recording = givenUp.get(key);
    if (recording !== undefined) {
      givenUp.delete(key);
      await recording;
      return true;
    }
    const answered = running.get(key);
    running.delete(key);
    if (answered === undefined) return false;
    if (!answered.inInbox || !needsInput(message)) {
      await answered.done(message);
      return false;
    }
    // Not awaited: other messages do not wait for a person.
    void goOn(key, answered, message, size);
    return true;
  }

  const ended = new Promise<number>((resolve, reject) => {
    child.on('error', (error) => {
      reject(new Error(`${program} cannot be started: ${error.message}`, { cause: error }));
    });
    child.on('close', (code) => resolve(code ?? 1));
  });
  const kill = (): void => {
    // Its last messages do not wait for a client that reads nothing.
    client.giveUp();
    child.kill();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) io.on(signal, kill);
  const requests = readMessageLines(io.stdin, {
    maxLength: MAX_CLIENT_MESSAGE,
    onLine: fromClient,
    onTooLong: () => toClient(errorResponse(null, -32_600, 'The message is too large.')),
    onEnd: clientIsGone,
  });
  // One after the other, so that responses keep their order.
  const responses = readMessageLines(child.stdout, {
    maxLength: MAX_SERVER_MESSAGE,
    onLine: fromServer,
    onTooLong() {
      // Its call would never end.
      io.stderr.write('hitl: the MCP server was stopped: it sent a message that is too large\n');
      kill();
    },
  });
  try {
    const code = await ended;
    await responses.done;
    for (const { controller } of [...judging.values(), ...asking.values()]) controller.abort();
    const lost = errorResponse(null, -32_000, NO_RESULT);
    const cutOff = [...running.values()].map(({ done }) => done(lost));
    await Promise.all([...cutOff, ...givenUp.values()]);
    return code;
  } finally {
    requests.stop();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) io.off(signal, kill);
  }
}
