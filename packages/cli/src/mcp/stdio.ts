import { spawn } from 'node:child_process';
import type { CliIo } from '../process/io.ts';
import { isElicitation, type Elicitations } from './elicitation.ts';
import type { Forwarded, Gateway } from './gateway.ts';
import {
  MAX_CLIENT_MESSAGE,
  MAX_SERVER_MESSAGE,
  NO_RESULT,
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
import { needsInput, textResult } from './tool-results.ts';
import { tellWaiting } from './waiting.ts';

/** A call that the server runs. */
interface Running {
  readonly id: MessageId;
  /** As it was sent to the server. */
  readonly message: Message;
  /** Whether the inbox answers what it asks. */
  readonly inInbox: boolean;
  /** How often it was continued with input. */
  readonly rounds: number;
  /** Records the server's response. */
  readonly done: (response: Message) => Promise<void>;
  /** Whether it may still continue. */
  readonly recheck: Forwarded['recheck'];
}

/** Runs an MCP server as a child process behind the gateway; resolves to its exit code. */
export async function serveStdio(
  gateway: Gateway,
  elicitations: Elicitations,
  [program = '', ...args]: readonly string[],
  io: CliIo,
): Promise<number> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const judging = new Map<string, AbortController>();
  const running = new Map<string, Running>();
  /** Elicitations that are pending in the inbox, by the id of the server's request. */
  const asking = new Map<string, AbortController>();
  /** Whether the inbox answers elicitations that are requests of their own (2025-11-25). */
  let inInbox = false;
  const lists = new Set<string>();
  const toServer = (message: Message): void =>
    void child.stdin.write(`${JSON.stringify(message)}\n`);
  const toClient = (message: Message): void => void io.stdout.write(`${JSON.stringify(message)}\n`);
  // A server that has exited reads nothing more; `close` reports its exit.
  child.stdin.on('error', () => undefined);

  async function judgeCall(id: MessageId, message: Message, asksInbox: boolean): Promise<void> {
    const key = JSON.stringify(id);
    if (judging.has(key) || running.has(key)) {
      toClient(errorResponse(id, -32_600, 'A call with this id is running.'));
      return;
    }
    const controller = new AbortController();
    judging.set(key, controller);
    const params = objectIn(message, 'params');
    const stop = tellWaiting(params, toClient);
    const action = await gateway.evaluate(params, controller.signal);
    stop();
    judging.delete(key);
    if (controller.signal.aborted) return;
    if (action.kind === 'reply') {
      toClient(resultResponse(id, action.result));
      return;
    }
    send(key, {
      id,
      message: { ...message, params: action.params },
      inInbox: asksInbox,
      rounds: 0,
      done: action.done,
      recheck: action.recheck,
    });
  }

  function send(key: string, call: Running): void {
    running.set(key, call);
    toServer(call.message);
  }

  /** Continues a call with the input that its response requests, or passes the response on. */
  async function goOn(key: string, call: Running, response: Message): Promise<void> {
    const controller = new AbortController();
    judging.set(key, controller);
    const params = objectIn(call.message, 'params');
    const stop = tellWaiting(params, toClient);
    const input = await elicitations.inputFor(response, call.rounds, controller.signal);
    const refused = input?.kind === 'input' ? await call.recheck(controller.signal) : undefined;
    stop();
    judging.delete(key);
    if (input === undefined) {
      await call.done(response);
      toClient(response);
    } else if (controller.signal.aborted) {
      await call.done(errorResponse(call.id, -32_000, 'The client cancelled the call.'));
    } else if (refused !== undefined) {
      const denied = resultResponse(call.id, refused);
      await call.done(denied);
      toClient(denied);
    } else if (input.kind === 'input') {
      send(key, {
        ...call,
        rounds: call.rounds + 1,
        message: { ...call.message, params: { ...params, ...input.params } },
      });
    } else {
      const failed = resultResponse(call.id, textResult(input.why, true));
      await call.done(failed);
      toClient(failed);
    }
  }

  /** Answers an elicitation of the server in the inbox. */
  async function elicit(request: Message): Promise<void> {
    const key = JSON.stringify(idOf(request));
    const controller = new AbortController();
    asking.set(key, controller);
    // Which call it belongs to is not known.
    const stops = [...running.values()].map(({ message }) =>
      tellWaiting(objectIn(message, 'params'), toClient),
    );
    const response = await elicitations.answer(request, controller.signal);
    for (const stop of stops) stop();
    asking.delete(key);
    if (!controller.signal.aborted) toServer(response);
  }

  function fromClient(line: string): void {
    const read = readClientMessage(line);
    if (!read.ok) {
      toClient(read.error);
      return;
    }
    const { message, inInbox: declared } = elicitations.declare(read.message);
    const id = idOf(message);
    const { method } = message;
    if (method === 'initialize') inInbox = declared === true;
    if (method === 'tools/call') {
      // A call without an id could get no response.
      if (id !== undefined) void judgeCall(id, message, declared === true);
      return;
    }
    if (method === 'notifications/cancelled') {
      const { requestId } = objectIn(message, 'params');
      const waiting = judging.get(JSON.stringify(requestId));
      if (waiting !== undefined) {
        waiting.abort();
        return;
      }
    }
    if (method === 'tools/list' && id !== undefined) lists.add(JSON.stringify(id));
    toServer(message);
  }

  async function fromServer(line: string): Promise<void> {
    const message = readServerMessage(line);
    if (message !== undefined && (await isTaken(message))) return;
    io.stdout.write(`${line}\n`);
  }

  /** Whether a message of the server is answered here, so that the client does not get it. */
  async function isTaken(message: Message): Promise<boolean> {
    const id = idOf(message);
    const { method } = message;
    if (inInbox && isElicitation(message)) {
      void elicit(message);
      return true;
    }
    if (method === 'notifications/cancelled') {
      const { requestId } = objectIn(message, 'params');
      const pending = asking.get(JSON.stringify(requestId));
      pending?.abort();
      return pending !== undefined;
    }
    if (id === undefined || method !== undefined) return false;
    const key = JSON.stringify(id);
    if (lists.delete(key)) gateway.learn(message);
    const answered = running.get(key);
    running.delete(key);
    if (answered === undefined) return false;
    if (!answered.inInbox || !needsInput(message)) {
      await answered.done(message);
      return false;
    }
    // Not awaited: other messages do not wait for a person.
    void goOn(key, answered, message);
    return true;
  }

  const ended = new Promise<number>((resolve, reject) => {
    child.on('error', (error) => {
      reject(new Error(`${program} cannot be started: ${error.message}`, { cause: error }));
    });
    child.on('close', (code) => resolve(code ?? 1));
  });
  const kill = (): void => void child.kill();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) io.on(signal, kill);
  const stopReading = readMessageLines(io.stdin, {
    maxLength: MAX_CLIENT_MESSAGE,
    onLine: fromClient,
    onTooLong: () => toClient(errorResponse(null, -32_600, 'The message is too large.')),
    onEnd() {
      for (const waiting of [...judging.values(), ...asking.values()]) waiting.abort();
      child.stdin.end();
    },
  });
  // Sequentially, so that responses keep their order.
  let written = Promise.resolve();
  readMessageLines(child.stdout, {
    maxLength: MAX_SERVER_MESSAGE,
    onLine: (line) => void (written = written.then(() => fromServer(line))),
    onTooLong() {
      // Its call would never end.
      io.stderr.write('hitl: the MCP server was stopped: it sent a message that is too large\n');
      kill();
    },
  });
  try {
    const code = await ended;
    await written;
    for (const waiting of [...judging.values(), ...asking.values()]) waiting.abort();
    const lost = errorResponse(null, -32_000, NO_RESULT);
    const cutOff = [...running.values()].map(({ done }) => done(lost));
    await Promise.all(cutOff);
    return code;
  } finally {
    stopReading();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) io.off(signal, kill);
  }
}
