'use client';
import type { ToolArgs } from '@hitl/protocol';
import type { ReactElement } from 'react';
import { later } from '../internal/later.tsx';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { mayBeSecret } from '../internal/secret-args.ts';
import { VisibleText } from '../internal/visible-text.tsx';
import { card } from '../messages/en/card.ts';
import { useMessages } from '../messages/use-messages.ts';
import { ArgRow } from './arg-row.tsx';
import { textOf } from './long.ts';

/** What shows arguments gets. */
export interface ShownArgs {
  args: ToolArgs;
  /** JSON Schema of the arguments. What it marks as secret is masked. */
  schema?: Readonly<Record<string, unknown>> | undefined;
  /** Whose they are: what the provider's `previews` has for it is shown first. */
  toolName?: string | undefined;
  /** Long texts are cut off by the style sheet; all of them are in the page. */
  clipped?: boolean | undefined;
}

export type ArgsPreviewProps = PartProps<'dl'> & ShownArgs;

/** Everything as text, for as long as nothing better is loaded. */
function PlainArgs({ args, schema, clipped }: ShownArgs): ReactElement[] {
  return Object.keys(args).map((name) => {
    const text = mayBeSecret(schema, name) ? '••••••' : textOf(args[name]);
    return (
      <ArgRow key={name} name={name} kind="block" text={text} clipped={clipped}>
        <code>
          <VisibleText text={text} />
        </code>
      </ArgRow>
    );
  });
}

const RichArgs = later(async () => (await import('./rich-args.tsx')).RichArgs, PlainArgs);

/**
 * The arguments of a call, in full: what runs first, then where, then the rest. Edits and patches are
 * shown as diffs, lists of alike objects as tables, other structures as trees, the rest as text;
 * secrets are masked. `data-kind` of an argument: `command`, `line`, `block`, `diff`, `table`, `tree`,
 * `secret`, `custom`.
 */
export function ArgsPreview({
  args,
  schema,
  toolName,
  clipped,
  ...props
}: ArgsPreviewProps): ReactElement {
  const messages = useMessages(card);
  return renderPart('dl', 'args', {
    children:
      Object.keys(args).length === 0 ? (
        <div data-hitl-part="args-none">{messages.noArgs}</div>
      ) : (
        <RichArgs args={args} schema={schema} toolName={toolName} clipped={clipped} />
      ),
    ...props,
  });
}
