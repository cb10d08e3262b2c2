import type { ConfirmRequest } from '@hitl/protocol';
import { argKind, argList, cellText, nameText, tableOf, type ListedArg } from './arg-list.ts';
import type { DetailWords } from './detail-words.ts';
import { changedLines, numberedLines, type NumberedLine } from './diff-lines.ts';
import { editNote, editPlaceOf } from './edit-place.ts';
import { textOf } from './long.ts';
import { misleadingHosts } from './misleading-hosts.ts';
import { patchLines } from './patch.ts';
import type { PreviewWords } from './preview-words.ts';
import { hidesSecret, isSecret, membersOf, plainOf, schemaOf, type Schema } from './schema.ts';
import { visibleString } from './visible-text.ts';

/** One part of what would happen. Hidden characters are already visible; render it as text. */
export type PreviewPart =
  | {
      /** `json`: a structure as JSON. `secret`: masked; `text` is a placeholder. */
      readonly kind: 'command' | 'line' | 'block' | 'json' | 'secret';
      /** The name of the argument. */
      readonly name: string;
      readonly text: string;
      /** The real host of a misleading address, or why the value is masked. */
      readonly note: string | undefined;
    }
  | {
      readonly kind: 'diff';
      readonly name: string;
      readonly lines: readonly NumberedLine[];
      readonly note: string | undefined;
    }
  | {
      readonly kind: 'table';
      readonly name: string;
      readonly columns: readonly string[];
      readonly rows: readonly (readonly string[])[];
      readonly note: string | undefined;
    };

/** What would happen, in full. */
export interface Preview {
  /** The agent's description of the call, if it is a single line. */
  readonly subtitle: string | undefined;
  readonly parts: readonly PreviewPart[];
}

type Words = PreviewWords & Pick<DetailWords, 'hiddenAnswer'>;

/** Placeholder of a secret that only the tool receives. */
const HANDLE = /(‹secret:[0-9a-f-]{36}›)/;

/** Whether a text contains placeholders of secrets. */
export function hasHandle(text: string): boolean {
  return HANDLE.test(text);
}

/** Splits a text into placeholders of secrets and the text between them. */
export function splitHandles(text: string): string[] {
  return text.split(HANDLE);
}

/**
 * The arguments of a call in full, as texts to render: a command, a diff, a table, JSON or a line.
 * Secrets are masked, and hidden characters are escaped.
 */
export function previewOf(
  {
    tool_args: args,
    tool_schema: schema,
    metadata,
  }: Pick<ConfirmRequest, 'tool_args' | 'tool_schema' | 'metadata'>,
  words: Words,
): Preview {
  const { subtitle, args: listed, edit, root } = argList(args, schema);
  const place = editPlaceOf(metadata);
  return {
    subtitle: subtitle === undefined ? undefined : visibleString(subtitle),
    parts: [
      ...listed.map((arg) => partOf(arg, root, words)),
      ...(edit === undefined
        ? []
        : [
            {
              kind: 'diff' as const,
              name: words.change,
              lines: seenLines(
                changedLines(edit.before, edit.after, place, place?.occurrences === 1),
                words,
              ),
              note: noteOf(edit.after, words, editNote(place, words)),
            },
          ]),
    ],
  };
}

function partOf(
  { name: given, value, schema }: ListedArg,
  root: Schema,
  words: Words,
): PreviewPart {
  const name = visibleString(nameText(given), 'code');
  const plain = plainOf(schema, root);
  const kind = argKind(given, value, plain);
  if (kind === 'secret') {
    const note = hasHandle(textOf(value)) ? words.secretHint : words.secret;
    return { kind, name, text: words.hiddenAnswer, note };
  }
  const open = masked(value, plain, root, words.hiddenAnswer);
  const text = textOf(open);
  const note = noteOf(text, words);
  const table = kind === 'table' ? tableOf(open) : undefined;
  if (table !== undefined) {
    const { rows, columns } = table;
    return {
      kind: 'table',
      name,
      columns: columns.map((column) => visibleString(nameText(column), 'code')),
      rows: rows.map((row) =>
        columns.map((column) =>
          Object.hasOwn(row, column) ? seen(cellText(row[column]), words) : '',
        ),
      ),
      note,
    };
  }
  if (kind === 'diff') {
    const lines = numberedLines(patchLines(text) ?? []);
    return { kind, name, lines: seenLines(lines, words), note };
  }
  const form = kind === 'tree' || kind === 'table' || typeof value === 'object' ? 'json' : kind;
  return { kind: form, name, text: seen(text, words), note };
}

/** A text with hidden characters made visible and secrets masked. */
function seen(text: string, { hiddenAnswer }: Words): string {
  return splitHandles(text)
    .map((piece) => (hasHandle(piece) ? hiddenAnswer : visibleString(piece, 'code')))
    .join('');
}

function seenLines(lines: readonly NumberedLine[], words: Words): NumberedLine[] {
  return lines.map((line) => ({ ...line, text: seen(line.text, words) }));
}

function noteOf(text: string, words: Words, more?: string): string | undefined {
  const hosts = misleadingHosts(text);
  const notes = [
    ...(hosts.length === 0 ? [] : [words.leadsTo(hosts.join(', '))]),
    ...(hasHandle(text) ? [words.secretHint] : []),
    ...(more === undefined ? [] : [more]),
  ];
  return notes.length === 0 ? undefined : notes.join(' ');
}

/** Deeper values are not shown, and are masked if they may contain a secret. */
const MAX_DEPTH = 64;

/** A value with the secrets that its schema declares masked. */
function masked(value: unknown, schema: Schema, root: Schema, mask: string, depth = 0): unknown {
  if (isSecret(schema)) return mask;
  if (typeof value !== 'object' || value === null || !hidesSecret(schema, root)) return value;
  if (depth === MAX_DEPTH) return mask;
  const inner = (member: unknown, own: Schema): unknown =>
    masked(member, plainOf(own, root), root, mask, depth + 1);
  if (Array.isArray(value)) return value.map((item) => inner(item, schemaOf(schema['items'])));
  const known = new Map(membersOf(schema, { ...value }).map((each) => [each.name, each.schema]));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, inner(member, known.get(name) ?? {})]),
  );
}
