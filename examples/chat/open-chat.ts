import { createHitlClient } from '@hitl/client';
import { createChat, type Chat } from '@hitl/client/chat';

/** Opens the chat of this page. */
export function openChat(): Chat {
  // The session is in the address, so that a reload and a second tab show the same one.
  location.hash ||= Math.random().toString(36).slice(2);
  return createChat(createHitlClient(), {
    sessionId: location.hash.slice(1),
    agentId: 'clerk',
    // The user to whose rules “Always” adds. A server with sign-in knows it.
    userId: new URLSearchParams(location.search).get('user') ?? 'ann',
  });
}
