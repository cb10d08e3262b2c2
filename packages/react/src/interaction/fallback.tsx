'use client';
import type { InteractionRequest } from '@hitl/protocol';
import type { ReactElement } from 'react';
import { useCard } from '../internal/card/card-context.ts';
import { Menu } from '../internal/card/card-menu.tsx';
import { CardRoot, type RootProps } from '../internal/card/card-root.tsx';
import { isOpen } from '../internal/card/card-state.ts';
import { Actions } from '../internal/card/core-parts.tsx';
import { Problem } from '../internal/card/details.tsx';
import { Receipt } from '../internal/card/receipt.tsx';
import { VisibleText } from '../internal/visible-text.tsx';
import { card } from '../messages/en/card.ts';
import { details } from '../messages/en/details.ts';
import { useMessages } from '../messages/use-messages.ts';

const words = { ...card, ...details };

const ACTIONS: InteractionRequest['allowed_actions'] = ['deny', 'abort_run'];

function textOr(value: unknown, fallback: string): string {
  return typeof value === 'string' && value !== '' ? value : fallback;
}

/** What a card reads of any request, made up where it is missing. */
function patched(request: InteractionRequest): InteractionRequest {
  const raw: Partial<InteractionRequest> = typeof request === 'object' ? request : {};
  return {
    ...raw,
    id: textOr(raw.id, 'unknown'),
    type: textOr(raw.type, 'confirm') as 'confirm',
    title: textOr(raw.title, ''),
    tool_name: textOr(raw.tool_name, '?'),
    tool_args: typeof raw.tool_args === 'object' ? raw.tool_args : {},
    metadata: {},
    agent_path: Array.isArray(raw.agent_path) ? raw.agent_path.map(String) : [],
    purpose: raw.purpose ?? 'authorization',
    allowed_actions: Array.isArray(raw.allowed_actions) ? raw.allowed_actions : ACTIONS,
  } as InteractionRequest;
}

/**
 * Any request as it is: its data in full, as text, and what can be done about it without knowing what
 * it means: refuse it, or stop the run. It can never be allowed from here.
 */
export function FallbackCard({ request, ...props }: RootProps<InteractionRequest>): ReactElement {
  return (
    <CardRoot request={patched(request)} {...props} data-fallback="">
      <FallbackBody raw={request} />
    </CardRoot>
  );
}

function FallbackBody({ raw }: { raw: unknown }): ReactElement {
  const messages = useMessages(words);
  const { request, state, answerable, respond } = useCard('Fallback');
  if (!isOpen(state)) return <Receipt />;
  const authorization = request.purpose === 'authorization';
  return (
    <>
      <h3 data-hitl-part="title">
        <VisibleText text={request.title || messages.unknownRequest} mode="prose" />
      </h3>
      <p data-hitl-part="description">{messages.unknownRequestHint}</p>
      <pre data-hitl-part="raw" tabIndex={0} role="region" aria-label={messages.rawData}>
        <VisibleText text={JSON.stringify(raw, null, 2) ?? String(raw)} />
      </pre>
      <Problem />
      <Actions>
        <div data-hitl-part="actions-start">
          <Menu />
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
            {authorization ? messages.deny : messages.decline}
          </button>
        )}
      </Actions>
    </>
  );
}
