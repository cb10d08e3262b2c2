'use client';
import type { ToolArgs } from '@hitl/protocol';
import type { ReactElement, ReactNode } from 'react';
import { card } from '../messages/en/card.ts';
import { useMessages } from '../messages/use-messages.ts';
import { later } from '../internal/later.tsx';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { VisibleText } from '../internal/visible-text.tsx';
import type { LineDiffProps } from './line-diff.tsx';
import { isLong, textOf } from './long.ts';

const LineDiff = later(async () => (await import('./line-diff.tsx')).LineDiff, BothTexts);

/** The two texts below each other, until their diff is loaded. */
function BothTexts({ before, after }: LineDiffProps): ReactElement {
  return (
    <>
      <del data-hitl-part="text-before">
        <VisibleText text={before} />
      </del>
      <ins data-hitl-part="text-after">
        <VisibleText text={after} />
      </ins>
    </>
  );
}

/** What matters first: what runs, then where. */
const FIRST = ['command', 'url', 'path', 'file', 'query'];

function inOrder(args: ToolArgs): [string, unknown][] {
  const rank = (key: string): number =>
    (FIRST.indexOf(key) + FIRST.length + 1) % (FIRST.length + 1);
  return Object.entries(args).toSorted(([left], [right]) => rank(left) - rank(right));
}

/** The two texts of an edit, where the arguments are one. */
function editOf(args: ToolArgs): { before: string; after: string } | undefined {
  const { old_text: before, new_text: after } = args;
  return typeof before === 'string' && typeof after === 'string' ? { before, after } : undefined;
}

export interface ArgsPreviewProps extends PartProps<'dl'> {
  args: ToolArgs;
  /** Long texts are cut off by the style sheet; all of them are in the page. */
  clipped?: boolean | undefined;
}

/**
 * The arguments of a call, in full, as text: what runs first, then where, then the rest; a pair of
 * `old_text` and `new_text` as a diff. `data-kind` of an argument: `command`, `line`, `block`, `diff`.
 */
export function ArgsPreview({ args, clipped = false, ...props }: ArgsPreviewProps): ReactElement {
  const messages = useMessages(card);
  const edit = editOf(args);
  const shown = inOrder(args).filter(
    ([key]) => edit === undefined || (key !== 'old_text' && key !== 'new_text'),
  );
  const row = (key: string, kind: string, content: ReactNode, long = false): ReactElement => (
    <div key={key} data-hitl-part="arg" data-kind={kind}>
      <dt data-hitl-part="arg-name">
        <VisibleText text={key} />
      </dt>
      <dd data-hitl-part="arg-value" data-clipped={(long && clipped) || undefined}>
        {content}
      </dd>
    </div>
  );
  const plain = (key: string, value: unknown): ReactElement => {
    const text = textOf(value);
    const block = typeof value === 'object' || text.includes('\n') || text.length > 120;
    const kind = key === 'command' ? 'command' : block ? 'block' : 'line';
    return row(key, kind, <code>{<VisibleText text={text} />}</code>, isLong(text));
  };
  return renderPart('dl', 'args', {
    children: (
      <>
        {shown.map(([key, value]) => plain(key, value))}
        {edit !== undefined &&
          row(messages.change, 'diff', <LineDiff {...edit} />, isLong(edit.after))}
        {Object.keys(args).length === 0 && <div data-hitl-part="args-none">{messages.noArgs}</div>}
      </>
    ),
    ...props,
  });
}
