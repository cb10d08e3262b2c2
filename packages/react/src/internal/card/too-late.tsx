import { lateOutcomeOf, outcomeOf, type CardOutcome } from '@hitl/client/view';
import type { InteractionRequest } from '@hitl/protocol';
import { useEffect, type ReactElement, type ReactNode } from 'react';
import { useCardWords } from '../../messages/card-words.ts';
import { announce } from '../announcer.ts';
import { VisibleText } from '../visible-text.tsx';
import type { OnRespond } from './submission.ts';
import { useCardSubmission } from './use-submission.ts';

/**
 * Says that the answer given here came too late, and shows the recorded outcome. It is also
 * announced.
 */
export function TooLate({
  id,
  tried,
  outcome,
  by,
}: {
  id: string;
  tried: CardOutcome;
  outcome: CardOutcome;
  by: string | undefined;
}): ReactElement {
  const messages = useCardWords();
  const recorded = [messages.outcomes[outcome], by && messages.by(by)];
  const text = messages.tooLate(tried, recorded.filter(Boolean).join(' '));
  useEffect(() => announce(`${id} late`, text), [id, text]);
  return (
    <p data-hitl-part="too-late">
      <VisibleText text={text} mode="prose" />
    </p>
  );
}

/**
 * The same for a request whose card has disappeared. Renders nothing unless an answer given here
 * came too late.
 */
export function LateAnswer({
  request,
  onRespond,
}: {
  request: InteractionRequest;
  onRespond: OnRespond | undefined;
}): ReactNode {
  const { state: sent } = useCardSubmission(request, onRespond);
  const { settlement, status } = sent;
  const tried = lateOutcomeOf(request, sent);
  const over = status === 'expired' || status === 'cancelled' || status === 'superseded';
  const outcome = outcomeOf(request, over ? status : 'settled', sent, settlement);
  if (tried === undefined || outcome === undefined) return null;
  return <TooLate id={request.id} tried={tried} outcome={outcome} by={settlement?.resolvedBy} />;
}
