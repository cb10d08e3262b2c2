'use client';
import type { CallProgress } from '@hitl/client';
import { visibleString } from '@hitl/client/view';
import type { ReactElement, ReactNode } from 'react';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { VisibleText } from '../internal/visible-text.tsx';
import { progress as words, type ProgressMessages } from '../messages/en/progress.ts';
import { useMessages } from '../messages/use-messages.ts';
import { LiveOutput } from './live-output.tsx';

/** Props of a block, and the progress of a call: one of `useSession(…).progress`. */
export type ProgressProps = PartProps<'div'> & {
  /** One of `progress` of `useSession` or `useRun`. */
  progress: CallProgress;
  /** Label of the call, for the name of the bar. Default: just “Progress”. */
  label?: string | undefined;
};

/**
 * Progress of a running tool: a bar if the total is known, else an indeterminate one; its text; or
 * the last lines of its output. `data-state`: `determinate`, `indeterminate`.
 */
export function Progress({ progress, label, ...props }: ProgressProps): ReactElement {
  const messages = useMessages(words);
  const { text = '' } = progress;
  const whole = wholeOf(progress);
  const amount = amountOf(progress, messages);
  return renderPart('div', 'progress', {
    'data-state': whole === undefined ? 'indeterminate' : 'determinate',
    children: (
      <>
        <div
          data-hitl-part="progress-bar"
          role="progressbar"
          aria-label={
            label === undefined ? messages.progress : messages.progressOf(visibleString(label))
          }
          aria-valuetext={amount}
          {...(whole !== undefined && {
            'aria-valuemin': 0,
            'aria-valuemax': whole.total,
            'aria-valuenow': whole.done,
          })}
        >
          <div
            data-hitl-part="progress-fill"
            style={whole && { inlineSize: `${(100 * whole.done) / whole.total}%` }}
          />
        </div>
        {amount !== undefined && <span data-hitl-part="progress-amount">{amount}</span>}
        <Said text={text} />
      </>
    ),
    ...props,
  });
}

/** A short text next to the bar, or lines of output below it. */
function Said({ text }: { text: string }): ReactNode {
  if (text.trim() === '') return null;
  if (text.includes('\n')) return <LiveOutput text={text} />;
  return (
    <span data-hitl-part="progress-text">
      <VisibleText text={text} mode="prose" />
    </span>
  );
}

/** Progress as a fraction; `undefined` without a known total. */
function wholeOf({
  progress,
  total,
}: CallProgress): { readonly done: number; readonly total: number } | undefined {
  if (progress === undefined || total === undefined || total <= 0) return undefined;
  return { done: Math.min(progress, total), total };
}

function amountOf(
  { progress, total }: CallProgress,
  messages: ProgressMessages,
): string | undefined {
  if (progress === undefined) return undefined;
  return total === undefined
    ? messages.progressCount(progress)
    : messages.progressAmount(progress, total);
}
