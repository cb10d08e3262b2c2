import { createSubmission, type HitlClient } from '@hitl/client';
import type { ToolCallView } from '@hitl/client/view';
import type { InteractionRequest } from '@hitl/protocol';
import type { ReactNode } from 'react';
import { useStore } from '../hooks/use-store.ts';
import { renderPart } from '../internal/part.tsx';
import { useSettings } from '../internal/settings.ts';
import { useCallWords } from '../messages/call-words.ts';
import { useToolCall } from './call-context.ts';

/**
 * The outcome of a request that this page had shown, if it differs from what was done here. Renders
 * nothing otherwise.
 */
export function Aftermath({ request }: { request: InteractionRequest }): ReactNode {
  const view = useToolCall('Aftermath');
  const { client } = useSettings();
  if (client === undefined) return null;
  return <Told client={client} request={request} view={view} />;
}

function Told({
  client,
  request,
  view,
}: {
  client: HitlClient;
  request: InteractionRequest;
  view: ToolCallView;
}): ReactNode {
  const messages = useCallWords();
  const { userId } = useSettings();
  const { status } = useStore(createSubmission(client, request));
  const { decider } = view;
  const isMine = decider?.kind === 'person' && userId !== undefined && decider.name === userId;
  if (status !== 'answered_elsewhere' || !isMine) return null;
  return renderPart('span', 'tool-call-aftermath', { children: messages.inAnotherWindow });
}
