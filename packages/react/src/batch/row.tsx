import { cardState, isOpen, outcomeOf, isShowable } from '@hitl/client/view';
import type { BatchItem } from '@hitl/client';
import type { InteractionRequest } from '@hitl/protocol';
import * as Collapsible from 'radix-ui/collapsible';
import { memo, useId, type ComponentType, type ReactElement } from 'react';
import { useOverdue } from '../hooks/use-overdue.ts';
import { Interaction } from '../interaction/index.ts';
import type { Renderers } from '../interaction/renderers.ts';
import { LineIdContext } from '../internal/card/card-context.ts';
import { OUTCOME_ICONS } from '../internal/card/outcome-icons.ts';
import { Icon } from '../internal/icons.tsx';
import { Code } from '../internal/code.tsx';
import { VisibleText } from '../internal/visible-text.tsx';
import { useRecordWords } from '../messages/record-words.ts';
import { lineOf } from './line-of.ts';

type StateProps = Pick<BatchItem, 'request' | 'status' | 'action' | 'settlement'>;

interface RowProps extends StateProps {
  open: boolean;
  onOpenChange: (requestId: string) => void;
  renderers: Renderers | undefined;
}

/**
 * One request: its line and, while open, its card below. Memoized, since few of many rows change.
 */
export const Row: ComponentType<RowProps> = memo(function Row({
  open,
  onOpenChange,
  renderers,
  ...item
}: RowProps): ReactElement {
  const { request } = item;
  const messages = useRecordWords();
  const id = useId();
  const { risk_level: risk } = request;
  return (
    <li data-hitl-part="batch-row" data-risk={risk} data-open={open || undefined}>
      <Collapsible.Root open={open} onOpenChange={(next) => onOpenChange(next ? request.id : '')}>
        <Collapsible.Trigger data-hitl-part="batch-line">
          <Icon name="chevron" />
          <Subject id={id} request={request} open={open} />
          {/* While open, its card shows it. */}
          {!open && (risk === 'medium' || risk === 'high') && (
            <span data-hitl-part="risk" data-risk={risk}>
              <Icon name={risk} />
              {messages.risk[risk]}
            </span>
          )}
          <State {...item} />
        </Collapsible.Trigger>
        {/* Always rendered, so that input and announcements are not lost. */}
        <Collapsible.Content data-hitl-part="batch-card" forceMount hidden={!open}>
          <LineIdContext value={id}>
            <Interaction.Auto request={request} renderers={renderers} />
          </LineIdContext>
        </Collapsible.Content>
      </Collapsible.Root>
    </li>
  );
});

/** The action and its object. */
function Subject({
  id,
  request,
  open,
}: {
  id: string;
  request: InteractionRequest;
  open: boolean;
}): ReactElement {
  const messages = useRecordWords();
  const readable = isShowable(request);
  if (!readable || request.purpose !== 'authorization') {
    return (
      <span id={id} data-hitl-part="batch-subject">
        {readable ? <VisibleText text={request.title} mode="prose" /> : messages.unreadable}
      </span>
    );
  }
  const { tool_name: tool } = request;
  const verb = Object.hasOwn(messages.toolVerbs, tool) ? messages.toolVerbs[tool] : undefined;
  const { subject, description, whole } = lineOf(request);
  return (
    <span id={id} data-hitl-part="batch-subject" data-whole={whole || undefined}>
      {verb ?? <Code text={tool} />} <Code part="batch-call" text={subject} />
      {/* While open, its card shows it. */}
      {!open && description !== undefined && (
        <>
          {' '}
          <span data-hitl-part="batch-description">
            <VisibleText text={description} mode="prose" />
          </span>
        </>
      )}
    </span>
  );
}

/** State of the request: its outcome, or the state of its answer. */
function State({ request, status, action, settlement }: StateProps): ReactElement {
  const answer = { status, action };
  const messages = useRecordWords();
  const state = cardState(request, answer, settlement, useOverdue(request.expires_at));
  const outcome = outcomeOf(request, state, answer, settlement);
  return (
    <span data-hitl-part="batch-state" data-state={state} data-outcome={outcome}>
      {outcome !== undefined && <Icon name={OUTCOME_ICONS[outcome]} />}
      {outcome !== undefined
        ? messages.outcomes[outcome]
        : isOpen(state) && messages.answerStates[state]}
    </span>
  );
}
