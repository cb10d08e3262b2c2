import { createSubmission, type HitlClient } from '@hitl/client';
import type { ToolCallView } from '@hitl/client/view';
import type { InteractionRequest } from '@hitl/protocol';
import type { ReactNode } from 'react';
import { useStore } from '../hooks/use-store.ts';
import { renderPart } from '../internal/part.tsx';
import { useSettings } from '../internal/settings.ts';
import { useCallWords } from '../messages/call-words.ts';
import { useToolCall } from './call-context.ts';

/** Says that the user answered in another window. Renders nothing otherwise. */
export function AnsweredElsewhere({ request }: { request: InteractionRequest }): ReactNode {
  const view = useToolCall('AnsweredElsewhere');
  const { client } = useSettings();
  if (client === undefined) return null;
  return <Elsewhere client={client} request={request} view={view} />;
}

function Elsewhere({
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
  return renderPart('span', 'tool-call-elsewhere', { children: messages.inAnotherWindow });
}
