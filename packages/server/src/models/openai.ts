import { HitlError } from '@hitl/protocol';
import type { Model, ModelChunk, ModelRequest } from '../agents/model.ts';
import { chatRequest } from './chat-request.ts';
import { readChatStream } from './chat-stream.ts';
import { refuseUnknownOptions, type OptionNames } from '../base/options.ts';
import { wait } from '../base/wait.ts';

/** Options of `createOpenAiModel`. */
export interface OpenAiModelOptions {
  readonly name: string;
  /** The URL before `/chat/completions`, such as `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  /** The server's name of the model. */
  readonly model: string;
  /** If absent or empty, no key is sent, as for local servers. */
  readonly apiKey?: string;
  /** Default: the global one. */
  readonly fetch?: typeof fetch;
  /** Waits before a retry. Default: a timer. */
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Random number from 0 to 1, to spread the retries of many clients. Default `Math.random`. */
  readonly random?: () => number;
}

const OPTIONS: OptionNames<OpenAiModelOptions> = {
  name: true,
  baseUrl: true,
  model: true,
  apiKey: true,
  fetch: true,
  wait: true,
  random: true,
};

const RETRIES = 2;
const FIRST_WAIT_MS = 500;
/** Maximum delay that a server may request. */
const MAX_WAIT_MS = 30_000;
const MAX_PROBLEM_BYTES = 65_536;

/** An attempt that failed. */
class FailedAttempt extends Error {
  /** Whether a retry may succeed. */
  readonly passing: boolean;
  /** The delay that the server requested. */
  readonly waitMs: number;

  constructor(message: string, passing = true, waitMs = 0) {
    super(message);
    this.passing = passing;
    this.waitMs = waitMs;
  }
}

/**
 * A model behind an OpenAI-compatible server, with streamed chat completions. Before the first
 * chunk of a response, it retries up to two times after 429, 5xx and network errors.
 * @throws HitlError `model_error`, whose message never contains the key; TypeError immediately for
 * an invalid `baseUrl`.
 */
export function createOpenAiModel(options: OpenAiModelOptions): Model {
  refuseUnknownOptions('createOpenAiModel', options, OPTIONS);
  const key = options.apiKey?.trim() ?? '';
  const url = endpointOf(options.baseUrl);
  const request = options.fetch ?? fetch;
  const pause = options.wait ?? wait;
  const random = options.random ?? Math.random;
  const headers = {
    'content-type': 'application/json',
    accept: 'text/event-stream',
    ...(key !== '' && { authorization: `Bearer ${key}` }),
  };

  async function* tryOnce(body: string, signal: AbortSignal): AsyncIterable<ModelChunk> {
    const response = await request(url, { method: 'POST', headers, body, signal });
    if (!response.ok || response.body === null) throw await refusal(response);
    yield* readChatStream(response.body);
  }

  async function* generate(turn: ModelRequest): AsyncIterable<ModelChunk> {
    const body = JSON.stringify(chatRequest(options.model, turn));
    for (let attempt = 0; ; attempt += 1) {
      let begun = false;
      try {
        for await (const chunk of tryOnce(body, turn.signal)) {
          begun = true;
          yield chunk;
        }
        return;
      } catch (error) {
        turn.signal.throwIfAborted();
        const failure = failureOf(error);
        const hopeless = begun || !failure.passing || failure.waitMs > MAX_WAIT_MS;
        if (hopeless || attempt === RETRIES) {
          const message = key === '' ? failure.message : failure.message.replaceAll(key, '***');
          // Without a cause, since an error of `fetch` may quote a header with the key.
          throw new HitlError('model_error', message);
        }
        const backoff = FIRST_WAIT_MS * 2 ** attempt * (0.5 + random() / 2);
        await pause(Math.max(failure.waitMs, backoff), turn.signal);
      }
    }
  }

  return { name: options.name, generate };
}

function endpointOf(baseUrl: string): string {
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol)) {
    throw new TypeError(`baseUrl must be a URL of http or https, not ${baseUrl}`);
  }
  return `${baseUrl.replace(/\/+$/, '')}/chat/completions`;
}

function failureOf(error: unknown): FailedAttempt {
  if (error instanceof FailedAttempt) return error;
  // `fetch failed` alone is not helpful; the reason is in the cause.
  const reasons = [error, error instanceof Error ? error.cause : undefined]
    .filter((reason) => reason instanceof Error)
    .map(({ message }) => message);
  return new FailedAttempt(reasons.join(': ') || 'The model cannot be reached');
}

async function refusal(response: Response): Promise<FailedAttempt> {
  const text = (await firstBytes(response)).trim();
  const reason = messageIn(text) || response.statusText || 'no reason given';
  return new FailedAttempt(
    `The model's server answered ${response.status}: ${reason}`,
    response.status === 429 || response.status >= 500,
    waitAskedFor(response.headers.get('retry-after')),
  );
}

/** The error message: servers return it in `error.message`, `error`, `message` or as plain text. */
function messageIn(text: string): string {
  try {
    const body: { readonly error?: unknown; readonly message?: unknown } | null = JSON.parse(text);
    const found = [body?.error, body?.message].flatMap((value) =>
      typeof value === 'object' && value !== null && 'message' in value ? value.message : value,
    );
    return found.find((value) => typeof value === 'string') ?? text.slice(0, 500);
  } catch {
    return text.slice(0, 500);
  }
}

async function firstBytes({ body }: Response): Promise<string> {
  let text = '';
  if (body === null) return text;
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    text += piece;
    if (text.length >= MAX_PROBLEM_BYTES) break;
  }
  return text;
}

/** `Retry-After` in milliseconds: seconds, or a date. */
function waitAskedFor(header: string | null): number {
  if (header === null) return 0;
  const milliseconds = /^\d+$/.test(header.trim())
    ? Number(header) * 1000
    : Date.parse(header) - Date.now();
  return Number.isNaN(milliseconds) ? 0 : Math.max(0, milliseconds);
}
