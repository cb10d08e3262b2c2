'use client';
import { visibleString } from '@hitl/client/view';
import type { InteractionView } from '@hitl/protocol';
import { createContext, use, type ReactElement, type ReactNode } from 'react';
import { ArgsPreview } from '../args/args-preview.tsx';
import { useInteractionDetails } from '../hooks/use-interaction-details.ts';
import { OUTCOME_ICONS } from '../internal/card/summarize-answer.ts';
import { Icon } from '../internal/icons.tsx';
import { isShowable } from '../internal/is-showable.ts';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { ArgsChange } from '../internal/record/args-change.tsx';
import { CopyButton } from '../internal/record/copy-button.tsx';
import { VisibleText } from '../internal/visible-text.tsx';
import { args } from '../messages/en/args.ts';
import { card } from '../messages/en/card.ts';
import { common } from '../messages/en/common.ts';
import { details as detailWords } from '../messages/en/details.ts';
import { panels } from '../messages/en/panels.ts';
import { record } from '../messages/en/record.ts';
import { useFormat } from '../messages/use-format.ts';
import { useMessages } from '../messages/use-messages.ts';
import { metaOf, outcomeOfDetails, schemaOf } from './receipt-meta.ts';
import { receiptText } from './receipt-text.ts';

const words = { ...args, ...card, ...common, ...detailWords, ...panels, ...record };

const ReceiptContext = createContext<InteractionView | null>(null);

function useReceipt(part: string): InteractionView {
  const details = use(ReceiptContext);
  if (details === null) throw new Error(`Place Receipt.${part} inside <Receipt.Root details={…}>.`);
  return details;
}

/** A section’s props, and the interaction that it tells about. */
export type RootProps = PartProps<'section'> & {
  /** What `GET /interactions/{id}` says: `useInteractionDetails(id).details`. */
  details: InteractionView;
};

/**
 * Groups what is known about one request: nothing else is needed. `data-state`: `pending`, `answered`,
 * `expired`, `cancelled`, `superseded`; `data-outcome` once it has ended, where `denied` is a person's
 * no and `expired` nobody's.
 */
export function Root({ details, ...props }: RootProps): ReactElement {
  const messages = useMessages(words);
  const { interaction_request: request } = details;
  const subject = request.purpose === 'authorization' ? request.tool_name : request.title;
  return (
    <ReceiptContext value={details}>
      {renderPart('section', 'receipt-root', {
        role: 'group',
        'aria-label': messages.receipt(visibleString(subject)),
        'data-state': details.status,
        'data-outcome': outcomeOfDetails(details),
        ...props,
      })}
    </ReceiptContext>
  );
}

/** How it ended, and what it was about. */
export function Outcome(props: PartProps<'p'>): ReactElement {
  const details = useReceipt('Outcome');
  const messages = useMessages(words);
  const { interaction_request: request } = details;
  const outcome = outcomeOfDetails(details);
  const authorization = request.purpose === 'authorization';
  return renderPart('p', 'receipt-head', {
    'data-outcome': outcome,
    children: (
      <>
        <Icon name={outcome === undefined ? 'clock' : OUTCOME_ICONS[outcome]} />
        <span data-hitl-part="receipt-outcome">
          {outcome === undefined ? messages.notAnswered : messages.outcomes[outcome]}
        </span>{' '}
        {authorization ? (
          <code data-hitl-part="receipt-tool">
            <VisibleText text={request.tool_name} />
          </code>
        ) : (
          <span data-hitl-part="receipt-question">
            <VisibleText text={request.title} mode="prose" />
          </span>
        )}
      </>
    ),
    ...props,
  });
}

/**
 * What exactly was shown: the arguments in full, as they were proposed; below them what the person made
 * of them. Renders nothing for questions.
 */
export function Args(props: PartProps<'div'>): ReactNode {
  const details = useReceipt('Args');
  const messages = useMessages(words);
  const { interaction_request: request, response } = details;
  if (request.purpose !== 'authorization' || !isShowable(request)) return null;
  const schema = schemaOf(request);
  const modified = response?.modified_args;
  return renderPart('div', 'receipt-args', {
    children: (
      <>
        <ArgsPreview
          args={request.tool_args}
          schema={schema}
          toolName={request.tool_name}
          aria-label={messages.shownArgs}
        />
        {modified !== undefined && (
          <ArgsChange
            title={messages.editedArgs}
            before={request.tool_args}
            after={modified}
            schema={schema}
          />
        )}
      </>
    ),
    ...props,
  });
}

/** Who, when, which agent, what was answered, what is remembered as literal rules, and why. */
export function Meta(props: PartProps<'dl'>): ReactNode {
  const details = useReceipt('Meta');
  const messages = useMessages(words);
  const format = useFormat();
  if (!isShowable(details.interaction_request)) return null;
  return renderPart('dl', 'receipt-meta', {
    children: metaOf(details, messages, format).map(({ name, value, time, code }) => (
      <div key={name} data-hitl-part="receipt-meta-entry" data-entry={name}>
        <dt>{messages.receiptLabels[name]}</dt>
        <dd>
          {time !== undefined && <time dateTime={time}>{value}</time>}
          {code === true && (
            <code>
              <VisibleText text={value} />
            </code>
          )}
          {time === undefined && code === undefined && <VisibleText text={value} mode="prose" />}
        </dd>
      </div>
    )),
    ...props,
  });
}

/**
 * The digest of tool and arguments that the answer is bound to: the same as in the audit trail.
 * Renders nothing where the request has none.
 */
export function Digest(props: PartProps<'p'>): ReactNode {
  const { interaction_request: request } = useReceipt('Digest');
  const messages = useMessages(words);
  if (typeof request.args_digest !== 'string') return null;
  return renderPart('p', 'receipt-digest', {
    title: messages.digestOf,
    children: (
      <>
        <span data-hitl-part="receipt-digest-label">{messages.receiptLabels.digest}</span>{' '}
        <code>{request.args_digest}</code>
      </>
    ),
    ...props,
  });
}

/** Copies the receipt as text. `data-state`: `idle`; `copied` or `failed` until the button is left. */
export function Copy(props: PartProps<'button'>): ReactElement {
  const details = useReceipt('Copy');
  const messages = useMessages(words);
  const format = useFormat();
  return (
    <CopyButton
      partName="receipt-copy"
      text={() => receiptText(details, messages, format)}
      {...props}
    />
  );
}

/** The whole receipt of a request whose details are at hand. */
export function Card(props: RootProps): ReactElement {
  return (
    <Root {...props}>
      <Outcome />
      <Args />
      <Meta />
      <Digest />
      <Copy />
    </Root>
  );
}

/** A section’s props, and the id of the interaction. */
export type PanelProps = PartProps<'section'> & { interactionId: string };

/**
 * The receipt of a request by its id, read from the provider's client and kept up to date. `data-state`
 * is `loading` or `failed` until it was read.
 */
export function Panel({ interactionId, ...props }: PanelProps): ReactElement {
  const { details, error, refresh } = useInteractionDetails(interactionId);
  const messages = useMessages(words);
  if (details !== null) return <Card details={details} {...props} />;
  return renderPart('section', 'receipt-root', {
    'data-state': error === undefined ? 'loading' : 'failed',
    ...props,
    children:
      error === undefined ? (
        <p data-hitl-part="receipt-status">{messages.loading}</p>
      ) : (
        <>
          <p data-hitl-part="receipt-status" role="alert">
            {messages.loadFailed}
          </p>
          <button
            type="button"
            data-hitl-part="retry"
            data-variant="quiet"
            onClick={() => void refresh()}
          >
            {messages.retry}
          </button>
        </>
      ),
  });
}
