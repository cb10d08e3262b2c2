'use client';
import type { ToolArgs } from '@hitl/protocol';
import type { ReactElement } from 'react';
import { later } from '../internal/later.tsx';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { VisibleText } from '../internal/visible-text.tsx';
import { card } from '../messages/en/card.ts';
import { useMessages } from '../messages/use-messages.ts';
import { isLong, textOf } from './long.ts';

const EditDiff = later(
  async () => (await import('./edit-diff.tsx')).EditDiff,
  ({ args, clipped }: EditProps) => (
    <>
      <Arg name="old_text" value={args['old_text']} clipped={clipped} />
      <Arg name="new_text" value={args['new_text']} clipped={clipped} />
    </>
  ),
);

const UrlNote = later(async () => (await import('./url-note.tsx')).UrlNote);

interface EditProps {
  args: ToolArgs;
  clipped: boolean;
}

/** What matters first: what runs, then where. */
const FIRST = ['query', 'file', 'path', 'url', 'command'];

/** A longer text stands in a block of its own. */
const LINE_LENGTH = 120;

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
  const { old_text: before, new_text: after } = args;
  const isEdit = typeof before === 'string' && typeof after === 'string';
  const names = Object.keys(args)
    .filter((name) => !isEdit || (name !== 'old_text' && name !== 'new_text'))
    .toSorted((left, right) => FIRST.indexOf(right) - FIRST.indexOf(left));
  return renderPart('dl', 'args', {
    children: (
      <>
        {names.map((name) => (
          <Arg key={name} name={name} value={args[name]} clipped={clipped} />
        ))}
        {isEdit && <EditDiff args={args} clipped={clipped} />}
        {names.length === 0 && !isEdit && <div data-hitl-part="args-none">{messages.noArgs}</div>}
      </>
    ),
    ...props,
  });
}

interface ArgProps {
  name: string;
  value: unknown;
  clipped: boolean;
}

function Arg({ name, value, clipped }: ArgProps): ReactElement {
  const text = textOf(value);
  const block = typeof value === 'object' || text.includes('\n') || text.length > LINE_LENGTH;
  return (
    <div data-hitl-part="arg" data-kind={name === 'command' ? name : block ? 'block' : 'line'}>
      <dt data-hitl-part="arg-name">
        <VisibleText text={name} />
      </dt>
      <dd data-hitl-part="arg-value" data-clipped={(clipped && isLong(text)) || undefined}>
        <code>
          <VisibleText text={text} />
        </code>
        {text.includes('://') && <UrlNote text={text} />}
      </dd>
    </div>
  );
}
