import type { InteractionRequest, RunEvent } from '@hitl/protocol';

/** Sends JSON and returns the response. */
export function send(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

/** The events of a stream, one by one, as they arrive. */
export async function* eventsOf(response: Response): AsyncGenerator<RunEvent> {
  if (response.body === null) return;
  let text = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (data !== undefined) yield JSON.parse(data) as RunEvent;
    }
  }
}

/** All events of a stream that ends. */
export async function allEvents(response: Response): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const event of eventsOf(response)) events.push(event);
  return events;
}

const stream = { accept: 'text/event-stream' };

/** Starts a run and returns its events until it ends or suspends. */
export async function startRun(
  url: string,
  run: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<RunEvent[]> {
  return allEvents(await send(`${url}/runs`, run, { ...stream, ...headers }));
}

/** The request at the end of the events. */
export function requestIn(events: readonly RunEvent[]): InteractionRequest {
  const asked = events.findLast(({ type }) => type === 'interaction_request');
  if (asked?.type !== 'interaction_request') throw new Error('nobody was asked');
  return asked.data.interaction_request;
}

/** Answers a request and returns the following events until the run ends or suspends. */
export async function respond(
  url: string,
  request: InteractionRequest,
  answer: Record<string, unknown>,
): Promise<RunEvent[]> {
  const body = {
    request_id: request.id,
    type: request.type,
    responded_at: request.created_at,
    ...answer,
  };
  return allEvents(await send(`${url}/interactions/${request.id}/respond`, body, stream));
}
