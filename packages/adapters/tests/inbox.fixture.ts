import { createHitlClient } from '@hitl/client';
import type { InteractionRequest } from '@hitl/protocol';
import { createHitl } from '@hitl/server';
import { serve } from '@hitl/server/node';
import { expect, onTestFinished, vi } from 'vitest';

/** The inbox of a server. */
export interface Inbox {
  /** Approves a call once it is the only pending one, and returns its request. */
  readonly approve: (toolCallId: string) => Promise<InteractionRequest>;
}

/** Starts a server, and has the examples that are imported from now on use it, by `HITL_URL`. */
export async function openInbox(): Promise<Inbox> {
  const hitl = createHitl({ agents: [] });
  const server = await serve({ handler: hitl, port: 0 });
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await server.close(0);
    await hitl.close(0);
  });
  vi.stubEnv('HITL_URL', server.url);
  const client = createHitlClient({ baseUrl: server.url });
  const pending = async () => (await client.listInteractions({ status: 'pending' })).interactions;
  return {
    async approve(toolCallId) {
      await expect.poll(pending).toHaveLength(1);
      const [request] = await pending();
      if (request === undefined) throw new Error('no request is pending');
      await client.decide({ tool_call_id: toolCallId, action: 'approve' });
      return request;
    },
  };
}
