import { createHitlClient, type HitlClient, type InteractionResponse } from '@hitl/client';
import { createGate, type Gate } from '@hitl/client/gate';
import type { InteractionRequest } from '@hitl/protocol';
import { createHitl, type HitlOptions } from '@hitl/server';
import { onTestFinished } from 'vitest';

/** A HITL server, and people who answer what is asked. */
export interface GateWorld {
  readonly client: HitlClient;
  /** Two hosts: each has a gate of its own, as two processes have. */
  readonly gates: readonly [Gate, Gate];
  /** Waits until a call is asked about. */
  readonly asked: (toolCallId: string) => Promise<InteractionRequest>;
  /** Answers a call as soon as it is asked about. */
  readonly answer: (toolCallId: string, answer: Partial<InteractionResponse>) => Promise<void>;
}

/** Opens a server in this process; the gates speak HTTP to it. */
export function openGate(options: Partial<HitlOptions> = {}): GateWorld {
  const hitl = createHitl({ agents: [], ...options });
  onTestFinished(() => hitl.close(0));
  const { fetch } = hitl;
  const baseUrl = 'http://localhost';
  const client = createHitlClient({ baseUrl, fetch });
  const asked = (toolCallId: string): Promise<InteractionRequest> =>
    new Promise((resolve) => {
      const stop = new AbortController();
      const look = (request: InteractionRequest): void => {
        if (request.tool_call_id !== toolCallId) return;
        stop.abort();
        resolve(request);
      };
      client.inboxEvents(
        {},
        {
          signal: stop.signal,
          onSnapshot: (requests) => requests.forEach(look),
          onEvent: (event) => {
            if (event.type === 'interaction_request') look(event.data.interaction_request);
          },
        },
      );
    });
  return {
    client,
    gates: [createGate({ baseUrl, fetch }), createGate({ baseUrl, fetch })],
    asked,
    async answer(toolCallId, answer) {
      const { id, type } = await asked(toolCallId);
      await client.respond({ request_id: id, type, ...answer });
    },
  };
}
