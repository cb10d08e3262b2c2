'use client';
import { isOpen, secretFinder } from '@hitl/client/view';
import type { InteractionRequest, ToolArgs } from '@hitl/protocol';
import type { ReactElement } from 'react';
import { Actions } from '../internal/card/actions.tsx';
import { useCardContext } from '../internal/card/card-context.ts';
import { Menu } from '../internal/card/card-menu.tsx';
import type { RootProps } from '../internal/card/card-props.ts';
import { CardRoot } from '../internal/card/card-root.tsx';
import { Problem } from '../internal/card/problem.tsx';
import { Receipt } from '../internal/card/receipt.tsx';
import { VisibleText } from '../internal/visible-text.tsx';
import { card } from '../messages/en/card.ts';
import { details } from '../messages/en/details.ts';
import { useMessages } from '../messages/use-messages.ts';

const words = { ...card, ...details };

const ACTIONS: InteractionRequest['allowed_actions'] = ['deny', 'abort_run'];

/** What a receipt looks through, whatever its type says. */
const NO_PARTS: object = { options: [], interactions: [] };

function textOr(value: unknown, fallback: string): string {
  return typeof value === 'string' && value !== '' ? value : fallback;
}

/** What a card reads of any request: what is plainly readable, made up where it is missing or junk. */
function patched(request: unknown): InteractionRequest {
  const raw: Readonly<Record<string, unknown>> = Object(request);
  const readable = Object.entries(raw).filter(
    ([, value]) => typeof value === 'string' || typeof value === 'boolean',
  );
  const { agent_path: agents, allowed_actions: actions } = raw;
  return {
    ...NO_PARTS,
    ...Object.fromEntries(readable),
    id: textOr(raw['id'], 'unknown'),
    type: textOr(raw['type'], 'confirm') as 'confirm',
    title: textOr(raw['title'], ''),
    tool_name: textOr(raw['tool_name'], '?'),
    tool_args: {},
    metadata: {},
    created_at: textOr(raw['created_at'], ''),
    agent_path: Array.isArray(agents) ? agents.filter((each) => typeof each === 'string') : [],
    purpose: textOr(raw['purpose'], 'authorization'),
    allowed_actions: Array.isArray(actions) ? actions : ACTIONS,
  } as InteractionRequest;
}

/**
 * Any request as it is: its data in full, as text, and what can be done about it without knowing what
 * it means: refuse it, or stop the run. It can never be allowed from here.
 */
export function Fallback({ request, ...props }: RootProps<InteractionRequest>): ReactElement {
  return (
    <CardRoot request={patched(request)} {...props} data-fallback="">
      <FallbackBody raw={request} />
    </CardRoot>
  );
}

/** Everything that was sent, but for what the tool's schema marks as secret, wherever it is repeated. */
function rawText(raw: unknown): string {
  const { tool_args: args, tool_schema: schema } = Object(raw) as Record<string, unknown>;
  const isSecret = secretFinder(Object(args) as ToolArgs, schema === null ? {} : Object(schema));
  const masked = (_: string, value: unknown): unknown =>
    (typeof value === 'string' || typeof value === 'number') && isSecret(String(value))
      ? '••••••'
      : value;
  return JSON.stringify(raw, masked, 2) ?? String(raw);
}

function FallbackBody({ raw }: { raw: unknown }): ReactElement {
  const messages = useMessages(words);
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
            {authorization ? messages.deny.once : messages.decline}
          </button>
        )}
      </Actions>
    </>
  );
}
