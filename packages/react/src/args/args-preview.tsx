'use client';
import {
  argList,
  argsWhere,
  changedLines,
  editNote,
  editPlaceOf,
  namesOf,
  textOf,
} from '@hitl/client/view';
import type { ToolArgs } from '@hitl/protocol';
import type { ReactElement } from 'react';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { RendererBoundary } from '../internal/renderer-boundary.tsx';
import { useSettings } from '../internal/settings.ts';
import { VisibleText } from '../internal/visible-text.tsx';
import { useArgsWords } from '../messages/args-words.ts';
import { useCardWords } from '../messages/card-words.ts';
import { ArgRow } from './arg-row.tsx';
import { ArgValue } from './arg-value.tsx';
import { FileContext } from './code-text.tsx';
import { DiffLines } from './diff-lines.tsx';
import { UrlNote } from './url-note.tsx';

/** Props of components that show arguments. */
export interface ShownArgs {
  /** `tool_args` of the request or call. */
  args: ToolArgs;
  /** JSON Schema of the arguments. Secrets in it are masked. */
  schema?: Readonly<Record<string, unknown>> | undefined;
  /** Name of the tool: its entry in the provider's `previews` is shown first. */
  toolName?: string | undefined;
  /** Long texts are clipped by the stylesheet; the page contains all of them. */
  clipped?: boolean | undefined;
  /** `metadata` of the request: may contain the position of an edit in its file. */
  metadata?: Readonly<Record<string, unknown>> | undefined;
  /** Name of an argument that is shown elsewhere, such as in the title. */
  omit?: string | undefined;
}

export type ArgsPreviewProps = PartProps<'dl'> & ShownArgs;

/**
 * The arguments of a call, in full: the command first, then its location, then the rest. Edits and
 * patches are shown as diffs, lists of similar objects as tables, other structures as trees, the
 * rest as text; secrets are masked. `data-kind` of an argument: `command`, `line`, `block`, `diff`,
 * `table`, `tree`, `secret`, `custom`, and `subtitle` for the agent's description of the call,
 * which comes first.
 */
export function ArgsPreview({
  args,
  schema,
  toolName,
  clipped,
  metadata,
  omit,
  ...props
}: ArgsPreviewProps): ReactElement {
  const messages = useCardWords();
  return renderPart('dl', 'args', {
    children:
      Object.keys(args).length === 0 ? (
        <div data-hitl-part="args-none">{messages.noArgs}</div>
      ) : (
        <AllArgs {...{ args, schema, toolName, clipped, metadata, omit }} />
      ),
    ...props,
  });
}

/** Arguments in full, each in the most suitable form, after a preview of the host. */
function AllArgs(props: ShownArgs): ReactElement {
  const { args, schema, toolName = '', omit, clipped } = props;
  const { previews } = useSettings();
  const messages = useArgsWords();
  const own = Object.hasOwn(previews, toolName) ? previews[toolName] : undefined;
  const open = argsWhere(false, args, schema);
  const shown = (own?.shows ?? []).filter((name) => Object.hasOwn(open, name));
  return (
    <>
      {own && (
        <RendererBoundary
          // New arguments retry the preview.
          key={JSON.stringify(args)}
          fallback={<Listed {...props} names={shown} />}
        >
          <ArgRow
            name={messages.preview}
            kind="custom"
            text={shown.map((name) => textOf(args[name])).join('\n')}
            clipped={clipped}
          >
            <own.component toolName={toolName} args={open} clipped={clipped ?? false} />
          </ArgRow>
        </RendererBoundary>
      )}
      <Listed
        {...props}
        names={namesOf(args).filter((name) => name !== omit && !shown.includes(name))}
      />
    </>
  );
}

function Listed({
  args,
  schema,
  clipped,
  metadata = {},
  names,
}: ShownArgs & { names: readonly string[] }): ReactElement {
  const messages = useArgsWords();
  const { subtitle, args: listed, edit, root } = argList(args, schema, names);
  const place = editPlaceOf(metadata);
  const { path } = args;
  return (
    <FileContext value={typeof path === 'string' ? path : undefined}>
      {subtitle !== undefined && (
        <ArgRow name="description" kind="subtitle" text={subtitle} clipped={clipped}>
          <VisibleText text={subtitle} mode="prose" />
          <UrlNote text={subtitle} />
        </ArgRow>
      )}
      {listed.map((arg) => (
        <ArgValue key={arg.name} {...arg} root={root} clipped={clipped} />
      ))}
      {edit !== undefined && (
        <ArgRow
          name={messages.change}
          kind="diff"
          text={`${edit.before}\n${edit.after}`}
          clipped={clipped}
        >
          <DiffLines
            lines={changedLines(edit.before, edit.after, place, place?.occurrences === 1)}
          />
          <UrlNote text={edit.after} />
          {place !== undefined && (
            <div data-hitl-part="arg-note" data-kind={place.occurrences === 1 ? 'hint' : undefined}>
              {editNote(place, messages)}
            </div>
          )}
        </ArgRow>
      )}
    </FileContext>
  );
}
