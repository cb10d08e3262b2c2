'use client';
import { isOpen, patchedRequest, rawText } from '@hitl/client/view';
import type { InteractionRequest } from '@hitl/protocol';
import type { ReactElement } from 'react';
import { Actions } from '../internal/card/actions.tsx';
import { useCardContext } from '../internal/card/card-context.ts';
import type { RootProps } from '../internal/card/card-props.ts';
import { More } from '../internal/card/more.tsx';
import { CardRoot } from '../internal/card/card-root.tsx';
import { Problem } from '../internal/card/problem.tsx';
import { Receipt } from '../internal/card/receipt.tsx';
import { VisibleText } from '../internal/visible-text.tsx';
import { useCardWords } from '../messages/card-words.ts';

/**
 * Any request as raw data in full, with the actions that need no understanding of it: deny it, or
 * stop the run. It can never be allowed here.
 */
export function Fallback({ request, ...props }: RootProps<InteractionRequest>): ReactElement {
  return (
    <CardRoot request={patchedRequest(request)} {...props} data-fallback="">
      <FallbackBody raw={request} />
    </CardRoot>
  );
}

function FallbackBody({ raw }: { raw: unknown }): ReactElement {
  const messages = useCardWords();
  const { request, state, answerable, respond } = useCardContext('Fallback');
  if (!isOpen(state)) return <Receipt />;
  const authorization = request.purpose === 'authorization';
  return (
    <>
      <p data-hitl-part="title">
        <VisibleText text={request.title || messages.unknownRequest} mode="prose" />
      </p>
      <p data-hitl-part="description">{messages.unknownRequestHint}</p>
      <pre data-hitl-part="raw" tabIndex={0} role="region" aria-label={messages.rawData}>
        <VisibleText text={rawText(raw)} />
      </pre>
      <Problem />
      <Actions>
        <div data-hitl-part="actions-start">
          <More />
        </div>
        {request.allowed_actions.includes('deny') && (
          <button
            type="button"
            data-hitl-part="deny"
            data-variant="secondary"
            disabled={!answerable}
            onClick={(event) =>
              respond({ action: 'deny', ...(authorization && { confirmed: false }) }, event)
            }
          >
            {authorization ? messages.deny.once : messages.decline}
          </button>
        )}
      </Actions>
    </>
  );
}
