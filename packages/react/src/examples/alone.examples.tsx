import type { InteractionRequest, InteractionResponse } from '@hitl/protocol';
import { Interaction } from '@hitl/react';

export function Question({ request }: { request: InteractionRequest }) {
  return <Interaction.Auto request={request} onRespond={answer} />;
}

/** Resolved: recorded. Rejected: the card shows the error, keeps the input and offers a retry. */
async function answer(response: InteractionResponse): Promise<void> {
  const { ok, status } = await fetch('/my/answers', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(response),
  });
  if (!ok) throw new Error(`The server said ${status}.`);
}
