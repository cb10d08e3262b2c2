'use client';
import type { ReactElement } from 'react';
import { RendererBoundary } from '../internal/renderer-boundary.tsx';
import { argsWhere } from '../internal/secret-args.ts';
import { useSettings } from '../internal/settings.ts';
import { args as words } from '../messages/en/args.ts';
import { useMessages } from '../messages/use-messages.ts';
import { ArgRow } from './arg-row.tsx';
import type { ShownArgs } from './args-preview.tsx';
import { ArgValue } from './arg-value.tsx';
import { EditDiff } from './edit-diff.tsx';
import { namesOf, textOf } from './long.ts';
import type { ToolPreview } from './previews.ts';
import { membersOf, plainOf, schemaOf } from './schema.ts';

/** Arguments in full, each in the form that shows it best; a preview of the host's goes first. */
export function RichArgs(props: ShownArgs): ReactElement {
  const { args, schema, toolName } = props;
  const { previews } = useSettings();
  const own =
    toolName !== undefined && Object.hasOwn(previews, toolName) ? previews[toolName] : undefined;
  const open = Object.keys(argsWhere(false, args, schema));
  const shown = (own?.shows ?? []).filter((name) => open.includes(name));
  const rest = namesOf(args).filter((name) => !shown.includes(name));
  if (own === undefined || toolName === undefined) return <Listed {...props} names={rest} />;
  return (
    <>
      <RendererBoundary
        // Other arguments are another try.
        key={JSON.stringify(args)}
        fallback={<Listed {...props} names={shown} />}
      >
        <OwnPreview {...props} toolName={toolName} own={own} shown={shown} />
      </RendererBoundary>
      <Listed {...props} names={rest} />
    </>
  );
}

/** What the host shows, cut off like any other long argument. */
function OwnPreview({
  own,
  shown,
  toolName,
  args,
  schema,
  clipped = false,
}: ShownArgs & { own: ToolPreview; toolName: string; shown: readonly string[] }): ReactElement {
  const messages = useMessages(words);
  const text = shown.map((name) => textOf(args[name])).join('\n');
  return (
    <ArgRow name={messages.preview} kind="custom" text={text} clipped={clipped}>
      <own.component toolName={toolName} args={argsWhere(false, args, schema)} clipped={clipped} />
    </ArgRow>
  );
}

function Listed({
  args,
  schema,
  clipped,
  names,
}: ShownArgs & { names: readonly string[] }): ReactElement {
  const root = schemaOf(schema);
  const members = new Map(
    membersOf(plainOf(root, root), args).map((member) => [member.name, member.schema]),
  );
  const { old_text: before, new_text: after } = args;
  const isEdit =
    typeof before === 'string' &&
    typeof after === 'string' &&
    names.includes('old_text') &&
    names.includes('new_text');
  return (
    <>
      {names
        .filter((name) => !isEdit || (name !== 'old_text' && name !== 'new_text'))
        .map((name) => (
          <ArgValue
            key={name}
            name={name}
            value={args[name]}
            schema={members.get(name) ?? {}}
            root={root}
            clipped={clipped}
          />
        ))}
      {isEdit && <EditDiff before={before} after={after} clipped={clipped} />}
    </>
  );
}
