'use client';
import type { InteractionPart, InteractionResponse, PartResponse } from '@hitl/protocol';
import type { ReactNode } from 'react';
import { useFormat } from '../../messages/use-format.ts';
import { card } from '../../messages/en/card.ts';
import { details } from '../../messages/en/details.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Icon, type IconName } from '../icons.tsx';
import { renderPart, type PartProps } from '../part.tsx';
import { VisibleText } from '../visible-text.tsx';
import { useCard } from './card-context.ts';
import type { CardOutcome } from './card-state.ts';
import { isSecret } from '../fields/answers.ts';

const words = { ...card, ...details };

const ICONS: Readonly<Record<CardOutcome, IconName>> = {
  approved: 'check',
  edited: 'edit',
  answered: 'check',
  denied: 'cross',
  declined: 'cross',
  stopped: 'stop',
  expired: 'clock',
  cancelled: 'stop',
  superseded: 'cross',
};

/** What was answered, in one line; secrets are only said to be there. */
function gist(
  part: InteractionPart,
  response: PartResponse | undefined,
  messages: typeof words,
): string | undefined {
  if (response === undefined) return undefined;
  switch (part.type) {
    case 'input':
      return isSecret(part) ? messages.hiddenAnswer : response.text;
    case 'select': {
      const chosen = part.options
        .filter(({ value }) => response.selected_values?.includes(value) === true)
        .map(({ label }) => label);
      return messages.list([...chosen, ...(response.other ? [response.other] : [])]);
    }
    case 'confirm':
      if (response.confirmed === undefined) return undefined;
      return response.confirmed
        ? (part.confirm_text ?? messages.yes)
        : (part.cancel_text ?? messages.no);
    case 'combined':
      return messages.list(
        part.interactions.flatMap((child) => {
          const answer = response.responses?.find(({ request_id }) => request_id === child.id);
          return gist(child, answer, messages) ?? [];
        }),
      );
  }
}

/** What an authorization was about, as its rule says it. */
function subjectOf(args: Readonly<Record<string, unknown>>): string {
  const first = args['command'] ?? args['path'] ?? Object.values(args)[0] ?? '';
  return typeof first === 'string' ? first : JSON.stringify(first);
}

function remembered(
  response: InteractionResponse | undefined,
  messages: typeof words,
): string | undefined {
  const { scope, patterns = [] } = response?.remember ?? { scope: 'once' };
  if (scope === 'once' || patterns.length === 0) return undefined;
  return messages.remembered(scope, patterns.join(', '));
}

/** A request that has ended, in one line: how, what about, by whom and when. */
export function Receipt(props: PartProps<'div'>): ReactNode {
  const { request, outcome, response, settlement } = useCard('Receipt');
  const messages = useMessages(words);
  const { time } = useFormat();
  if (outcome === undefined) return null;
  const authorization = request.purpose === 'authorization';
  const said = outcome === 'answered' ? gist(request, response, messages) : undefined;
  const by = settlement?.resolved_by;
  const at = settlement?.resolved_at;
  const rule = outcome === 'approved' ? remembered(response, messages) : undefined;
  const facts = [
    said !== undefined && said !== '' ? said : undefined,
    response?.note,
    rule,
    by === undefined ? undefined : messages.by(by),
    at === undefined ? undefined : time(at),
  ].filter((each) => each !== undefined);
  return renderPart('div', 'receipt', {
    'data-outcome': outcome,
    children: (
      <>
        <Icon name={ICONS[outcome]} />
        <span data-hitl-part="receipt-outcome">{messages.outcomes[outcome]}</span>
        <span data-hitl-part="receipt-subject">
          {authorization ? (
            <>
              <code>
                <VisibleText text={request.tool_name} />
              </code>{' '}
              <code data-hitl-part="receipt-args">
                <VisibleText text={subjectOf(response?.modified_args ?? request.tool_args)} />
              </code>
            </>
          ) : (
            <VisibleText text={request.title} mode="prose" />
          )}
        </span>
        {facts.map((detail) => (
          <span key={detail} data-hitl-part="receipt-detail">
            <VisibleText text={detail} mode="prose" />
          </span>
        ))}
      </>
    ),
    ...props,
  });
}
