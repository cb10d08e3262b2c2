'use client';
import { createArrangement } from '@hitl/client/view';
import type { SessionSnapshot } from '@hitl/client';
import type { InteractionRequest, Message } from '@hitl/protocol';
import { useState, type ReactElement, type ReactNode } from 'react';
import { Batch } from '../batch/index.ts';
import type { Renderers } from '../interaction/renderers.ts';
import { ArrangementContext } from '../internal/arming.ts';
import type { OnRespond } from '../internal/card/submission.ts';
import { useMergedRef } from '../internal/merged-ref.ts';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { useFocusAfterRemoval } from '../internal/use-focus-after-removal.ts';
import { useCallWords } from '../messages/call-words.ts';
import type { CallLinks } from './call-context.ts';
import { Row } from './row.tsx';
import { useSameItems } from './use-same-items.ts';

/** The session or run with the calls: the result of `useSession` or `useRun`. */
export type ToolCallSource = Pick<SessionSnapshot, 'calls' | 'pending'> &
  Partial<Pick<SessionSnapshot, 'progress'>>;

/** Props of a list, an assistant message, and its session or run. */
export type ListProps = Omit<PartProps<'div'>, 'children'> &
  CallLinks & {
    /** The assistant message with the calls. */
    message: Message;
    /** The result of `useSession` or `useRun`. */
    session: ToolCallSource;
    /** Handler of each answer. Default: the provider's client. */
    onRespond?: OnRespond | undefined;
    /** Custom cards by type, before those of the provider. */
    renderers?: Renderers | undefined;
  };

/**
 * The calls of one message, each as a row: its card while pending, then a permanent line with its
 * outcome. Several pending calls share one panel below the rows. Renders nothing for a message
 * without calls.
 */
export function List({
  message,
  session,
  onRespond,
  renderers,
  onAuditSelect,
  onRuleSelect,
  ref: theirs,
  ...props
}: ListProps): ReactNode {
  const { tool_calls: calls = [], run_id: runId } = message;
  const { pending } = session;
  const messages = useCallWords();
  const [arrangement] = useState(createArrangement);
  const waiting = useSameItems(
    pending.filter(
      (request) => request.run_id === runId && calls.some(({ id }) => id === request.tool_call_id),
    ),
  );
  const panelled = usePanelled(waiting);
  const [asked] = useState(() => new Map<string, InteractionRequest>());
  for (const request of waiting) asked.set(request.tool_call_id, request);
  const inPanel = panelled.size > 0;
  const ref = useMergedRef(useFocusAfterRemoval(waiting), theirs);
  if (session.calls === undefined || calls.length === 0) return null;
  const common = { onRespond, renderers };
  const links = { onAuditSelect, onRuleSelect };

  const rows = calls.flatMap(({ id }): ReactElement[] => {
    const record = session.calls?.get(runId, id);
    if (record === undefined || panelled.has(id)) return [];
    const last = asked.get(id);
    const request = waiting.find((each) => each === last);
    const progress = session.progress?.find(
      (each) => each.run_id === runId && each.tool_call_id === id,
    );
    return [
      <Row
        key={id}
        {...common}
        {...links}
        record={record}
        progress={progress}
        request={request}
        asked={last}
      />,
    ];
  });
  const element = renderPart('div', 'tool-calls', {
    children: (
      <>
        {rows.length > 0 && (
          <ul data-hitl-part="tool-call-rows" aria-label={messages.toolCalls}>
            {rows}
          </ul>
        )}
        {inPanel && <Batch.Panel requests={waiting} {...common} />}
      </>
    ),
    ...props,
    ref,
  });
  return <ArrangementContext value={arrangement}>{element}</ArrangementContext>;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * The calls in the panel, pending or decided: while it is shown, none moves into a row above. Empty
 * unless several calls were pending at the same time.
 */
function usePanelled(waiting: readonly InteractionRequest[]): ReadonlySet<string> {
  const [seen, setSeen] = useState(NONE);
  const ids = waiting.map(({ tool_call_id: id }) => id);
  const isPanel = ids.length > (seen.size > 0 ? 0 : 1);
  const isKnown = ids.every((id) => seen.has(id));
  const next = !isPanel ? NONE : isKnown ? seen : new Set([...seen, ...ids]);
  // Adopted while rendering: a row and the panel never show the same call.
  if (next !== seen) setSeen(next);
  return next;
}
