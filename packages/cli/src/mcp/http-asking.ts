import { isElicitation, type Elicitations } from './elicitation.ts';
import { keepOpen, write } from './http-response.ts';
import { eventsIn, isStream, sendOwn, startWith, type Upstream } from './http-upstream.ts';
import type { Message } from './json-rpc.ts';

const HEARTBEAT_MS = 15_000;

/** How the inbox answers what the server asks during a call. */
export interface Asking {
  readonly elicitations: Elicitations;
  /** Called with each message that is passed on, before it is sent. */
  readonly note: (message: Message) => void;
}

/** Passes a response on, except for the elicitations in it, which the inbox answers. */
export async function passOnAsking(
  elicitations: Elicitations,
  upstream: Upstream,
  answered: Response,
  tell: (message: Message) => void = () => undefined,
): Promise<void> {
  const { response } = upstream;
  // A single message is read before anything is sent, since it may be too large.
  if (isStream(answered)) startWith(response, answered);
  for await (const { text, message } of eventsIn(answered)) {
    startWith(response, answered);
    if (message !== undefined && isElicitation(message)) {
      void elicit(elicitations, upstream, message);
      continue;
    }
    if (message !== undefined) tell(message);
    await write(response, text);
  }
  response.end();
}

/** Answers an elicitation in the inbox, and tells the server. Never fails. */
export async function elicit(
  elicitations: Elicitations,
  upstream: Upstream,
  request: Message,
): Promise<void> {
  const { response, signal } = upstream;
  const heartbeat = setInterval(() => {
    if (response.headersSent) keepOpen(response);
  }, HEARTBEAT_MS);
  try {
    const answer = await elicitations.answer(request, signal);
    // The client is gone: nobody waits for the call.
    if (!signal.aborted) await sendOwn(upstream, answer);
  } catch {
    // The server cannot be reached: the stream that it asked in ends, too.
  } finally {
    clearInterval(heartbeat);
  }
}
