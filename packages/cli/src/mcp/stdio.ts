import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { CliIo } from '../process/io.ts';
import type { Gateway } from './gateway.ts';
import {
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
import { tellWaiting } from './waiting.ts';

/** Runs an MCP server as a child process behind the gateway; resolves to its exit code. */
export async function serveStdio(
  gateway: Gateway,
  [program = '', ...args]: readonly string[],
  io: CliIo,
): Promise<number> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const judging = new Map<string, AbortController>();
  const running = new Map<string, (response: Message) => Promise<void>>();
  const lists = new Set<string>();
  const toServer = (message: Message): void =>
    void child.stdin.write(`${JSON.stringify(message)}\n`);
  const toClient = (message: Message): void => void io.stdout.write(`${JSON.stringify(message)}\n`);
  // A server that has exited reads nothing more; `close` reports its exit.
  child.stdin.on('error', () => undefined);

  async function call(id: MessageId, message: Message): Promise<void> {
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
    running.set(key, action.done);
    toServer({ ...message, params: action.params });
  }

  function fromClient(line: string): void {
    const read = readClientMessage(line);
    if (!read.ok) {
      toClient(read.error);
      return;
    }
    const { message } = read;
    const id = idOf(message);
    const { method } = message;
    if (method === 'tools/call') {
      // A call without an id could get no response.
      if (id !== undefined) void call(id, message);
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
    const id = message === undefined ? undefined : idOf(message);
    if (message !== undefined && id !== undefined && message['method'] === undefined) {
      const key = JSON.stringify(id);
      if (lists.delete(key)) gateway.learn(message);
      const done = running.get(key);
      running.delete(key);
      await done?.(message);
    }
    io.stdout.write(`${line}\n`);
  }

  const ended = new Promise<number>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
  const kill = (): void => void child.kill();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) io.on(signal, kill);
  const lines = createInterface({ input: io.stdin, terminal: false });
  lines.on('line', (line) => {
    if (line.trim() !== '') fromClient(line);
  });
  lines.on('close', () => {
    for (const waiting of judging.values()) waiting.abort();
    child.stdin.end();
  });
  // Sequentially, so that responses keep their order.
  let written = Promise.resolve();
  createInterface({ input: child.stdout, terminal: false }).on('line', (line) => {
    written = written.then(() => fromServer(line));
  });
  try {
    const code = await ended;
    await written;
    const cutOff = [...running].map(([, done]) => done(errorResponse(null, -32_000, NO_RESULT)));
    await Promise.all(cutOff);
    return code;
  } finally {
    lines.close();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) io.off(signal, kill);
  }
}
