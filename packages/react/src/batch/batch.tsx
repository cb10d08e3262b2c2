'use client';
import type { InteractionRequest } from '@hitl/protocol';
import { createContext, use, useSyncExternalStore, type ReactElement, type ReactNode } from 'react';
import { areLong } from '../args/long.ts';
import { useBatch, type UsedBatch } from '../hooks/use-batch.ts';
import type { Choice } from '../confirm/use-confirm.ts';
import { Interaction } from '../interaction/index.ts';
import type { Renderers } from '../interaction/renderers.ts';
import { useArming } from '../internal/arming.ts';
import type { BatchItem } from '../internal/batch-source.ts';
import type { OnRespond } from '../internal/card/submission.ts';
import { SubmissionsContext } from '../internal/card/use-submission.ts';
import { CompactContext } from '../internal/compact.ts';
import { isShowable } from '../internal/is-showable.ts';
import { composed, renderPart, type PartProps } from '../internal/part.tsx';
import { useSettings } from '../internal/settings.ts';
import { panels } from '../messages/en/panels.ts';
import { useMessages } from '../messages/use-messages.ts';
import { reviewByKeyboard } from './review-by-keyboard.ts';

interface BatchContextValue extends UsedBatch {
  readonly size: number;
  /** What "allow all" would answer now. */
  readonly allowable: readonly InteractionRequest[];
  readonly deniable: readonly InteractionRequest[];
  /** Calls that "allow all" leaves out, because each wants a look of its own. */
  readonly left: number;
  readonly armed: (event: { readonly timeStamp: number }) => boolean;
  readonly renderers: Renderers | undefined;
}

const BatchContext = createContext<BatchContextValue | null>(null);

function useBatchContext(part: string): BatchContextValue {
  const batch = use(BatchContext);
  if (batch === null) throw new Error(`Place Batch.${part} inside <Batch.Root requests={…}>.`);
  return batch;
}

const WAITING: ReadonlySet<string> = new Set(['pending', 'paused', 'failed']);

export interface BatchProps {
  /** What waits now, all of one message. Requests seen before stay as receipts when they are gone. */
  requests: readonly InteractionRequest[];
  /** Takes each answer; left out, they go through the provider's client. */
  onRespond?: OnRespond | undefined;
  renderers?: Renderers | undefined;
}

export type RootProps = Omit<PartProps<'section'>, keyof BatchProps> & BatchProps;

/**
 * Groups the requests of one message. `data-state`: `pending` while any waits, `submitting`,
 * `settled` once all are decided.
 */
export function Root({ requests, onRespond, renderers, ...props }: RootProps): ReactElement {
  const messages = useMessages(panels);
  const { armingDelayMs, drafts } = useSettings();
  const batch = useBatch(requests, onRespond);
  const isEdited = ({ request: { id } }: BatchItem): boolean =>
    (drafts.get(id, 'choice') as Choice | undefined)?.editing === true;
  // Read as one text, so that this renders again when a row begins or ends to be edited.
  const edited = useSyncExternalStore(
    drafts.subscribe,
    () => JSON.stringify(batch.items.filter(isEdited).map(({ request }) => request.id)),
    () => '[]',
  );
  // What cannot be read is a row that can be refused, and is counted in nothing else.
  const waiting = batch.items
    .filter(({ request, status }) => WAITING.has(status) && isShowable(request))
    .map(({ request }) => request);
  // What cannot be judged at a glance, or is being worked on, is not allowed by the dozen.
  const eligible = (request: InteractionRequest): boolean =>
    request.purpose === 'authorization' &&
    request.allowed_actions.includes('approve') &&
    request.risk_level !== 'high' &&
    !areLong(request.tool_args) &&
    !edited.includes(JSON.stringify(request.id));
  const allowable = waiting.filter(eligible);
  const authorizations = waiting.filter(({ purpose }) => purpose === 'authorization');
  const armed = useArming(batch.items.map(({ request }) => request.id).join(' '), armingDelayMs);
  // Not `batch.size` of the requests: that counts the calls of the message that need nobody, too.
  const size = batch.items.length;
  const state = batch.submitting
    ? 'submitting'
    : batch.settled === batch.items.length
      ? 'settled'
      : 'pending';
  return (
    <BatchContext
      value={{
        ...batch,
        allowAll: () => batch.allowAll(undefined, eligible),
        size,
        allowable,
        deniable: waiting.filter(({ allowed_actions }) => allowed_actions.includes('deny')),
        left: authorizations.length - allowable.length,
        armed,
        renderers,
      }}
    >
      <SubmissionsContext value={batch.item}>
        {renderPart('section', 'batch-root', {
          role: 'group',
          'aria-label': messages.batch,
          'data-state': state,
          ...props,
        })}
      </SubmissionsContext>
    </BatchContext>
  );
}

/** How many are decided, in words and as a bar. */
export function Progress(props: PartProps<'div'>): ReactElement {
  const { settled, size } = useBatchContext('Progress');
  const messages = useMessages(panels);
  return renderPart('div', 'batch-progress', {
    children: (
      <>
        <span role="status">{messages.batchProgress(settled, size)}</span>
        <progress value={settled} max={size} aria-label={messages.batchProgress(settled, size)} />
      </>
    ),
    ...props,
  });
}

/**
 * One row for each request, in call order; settled ones stay as receipts. Up and down move between the
 * rows; on a row that has the focus itself, A allows, D denies and E edits. High risk wants its button.
 */
export function Rows({ onKeyDown, ...props }: PartProps<'ol'>): ReactElement {
  const { items, renderers } = useBatchContext('Rows');
  return renderPart('ol', 'batch-rows', {
    children: (
      <CompactContext value>
        {items.map(({ request }) => (
          <li key={request.id} data-hitl-part="batch-row">
            <Interaction.Auto request={request} renderers={renderers} />
          </li>
        ))}
      </CompactContext>
    ),
    ...props,
    onKeyDown: composed(onKeyDown, reviewByKeyboard),
  });
}

/**
 * Allows every call that waits when it is pressed, but for those of high risk, too long to be seen at
 * a glance or being edited. Nothing that arrives later is touched. Renders nothing while fewer than
 * two could be allowed.
 */
export function AllowAll({ onClick, disabled, ...props }: PartProps<'button'>): ReactNode {
  const { allowable, allowAll, submitting, armed } = useBatchContext('AllowAll');
  const messages = useMessages(panels);
  if (allowable.length < 2) return null;
  return renderPart('button', 'batch-allow-all', {
    type: 'button',
    'data-variant': 'secondary',
    disabled: disabled === true || submitting,
    children: messages.allowAll(allowable.length),
    ...props,
    onClick: composed(onClick, (event) => {
      if (armed(event)) void allowAll(undefined, () => true);
    }),
  });
}

/** Refuses everything that waits when it is pressed. Renders nothing while fewer than two wait. */
export function DenyAll({ onClick, disabled, ...props }: PartProps<'button'>): ReactNode {
  const { deniable, denyAll, submitting, armed } = useBatchContext('DenyAll');
  const messages = useMessages(panels);
  if (deniable.length < 2) return null;
  return renderPart('button', 'batch-deny-all', {
    type: 'button',
    'data-variant': 'secondary',
    disabled: disabled === true || submitting,
    children: messages.denyAll(deniable.length),
    ...props,
    onClick: composed(onClick, (event) => {
      if (armed(event)) void denyAll();
    }),
  });
}

/** Says how many calls "allow all" leaves out. Renders nothing where it leaves out none. */
export function Left(props: PartProps<'p'>): ReactNode {
  const { left, allowable } = useBatchContext('Left');
  const messages = useMessages(panels);
  if (left === 0 || allowable.length < 2) return null;
  return renderPart('p', 'batch-left', { children: messages.oneByOne(left), ...props });
}

/** A whole panel, ready to place: progress, one row for each request, and the answers to all. */
export function Panel(props: RootProps): ReactElement {
  return (
    <Root {...props}>
      <div data-hitl-part="batch-header">
        <Progress />
        <div data-hitl-part="batch-all">
          <DenyAll />
          <AllowAll />
        </div>
        <Left />
      </div>
      <Rows />
    </Root>
  );
}
