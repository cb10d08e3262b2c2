import type { ConfirmRequest } from '@hitl/protocol';
import { argKind, argList, cellText, tableOf, type ListedArg } from './arg-list.ts';
import type { DetailWords } from './detail-words.ts';
import { textOf } from './long.ts';
import { misleadingHosts } from './misleading-hosts.ts';
import { patchLines, type DiffLine } from './patch.ts';
import type { PreviewWords } from './preview-words.ts';
import { hidesSecret, isSecret, membersOf, plainOf, schemaOf, type Schema } from './schema.ts';
import { visibleString } from './visible-text.ts';

/** One part of what would happen, as text in which everything can be seen. Render it as text. */
export type PreviewPart =
  | {
      /** `json`: a structure, written out. `secret`: masked, the text only stands for it. */
      readonly kind: 'command' | 'line' | 'block' | 'json' | 'secret';
      /** The name of the argument. */
      readonly name: string;
      readonly text: string;
      /** Where an address in it really leads, where that is not what one reads; why it is masked. */
      readonly note: string | undefined;
    }
  | {
      readonly kind: 'diff';
      readonly name: string;
      readonly lines: readonly DiffLine[];
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
  /** What the agent says of its call, in a line. */
  readonly subtitle: string | undefined;
  readonly parts: readonly PreviewPart[];
}

type Words = PreviewWords & Pick<DetailWords, 'hiddenAnswer'>;

/** Placeholder of a secret that only the tool gets. */
const HANDLE = /(‹secret:[0-9a-f-]{36}›)/;

/** Whether a text holds secrets that are not in this page. */
export function hasHandle(text: string): boolean {
  return HANDLE.test(text);
}

/** The pieces of a text between what stands for secrets, and that itself. */
export function splitHandles(text: string): string[] {
  return text.split(HANDLE);
}

/**
 * The arguments of a call in full, as texts to render: a command, a diff, a table, JSON or a line.
 * Secrets are masked, and hidden characters spelled out.
 */
export function previewOf(
  { tool_args: args, tool_schema: schema }: Pick<ConfirmRequest, 'tool_args' | 'tool_schema'>,
  words: Words,
): Preview {
  const { subtitle, args: listed, edit, root } = argList(args, schema);
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
              lines: seenLines(changedLines(edit.before, edit.after), words),
              note: noteOf(edit.after, words),
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
  const name = visibleString(given, 'code');
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
      columns: columns.map((column) => visibleString(column, 'code')),
      rows: rows.map((row) =>
        columns.map((column) =>
          Object.hasOwn(row, column) ? seen(cellText(row[column]), words) : '',
        ),
      ),
      note,
    };
  }
  if (kind === 'diff') return { kind, name, lines: seenLines(patchLines(text) ?? [], words), note };
  const form = kind === 'tree' || kind === 'table' || typeof value === 'object' ? 'json' : kind;
  return { kind: form, name, text: seen(text, words), note };
}

/** A text with hidden characters made visible and secrets masked. */
function seen(text: string, { hiddenAnswer }: Words): string {
  return splitHandles(text)
    .map((piece) => (hasHandle(piece) ? hiddenAnswer : visibleString(piece, 'code')))
    .join('');
}

function seenLines(lines: readonly DiffLine[], words: Words): DiffLine[] {
  return lines.map(({ kind, text }) => ({ kind, text: seen(text, words) }));
}

function noteOf(text: string, words: Words): string | undefined {
  const hosts = misleadingHosts(text);
  const notes = [
    ...(hosts.length === 0 ? [] : [words.leadsTo(hosts.join(', '))]),
    ...(hasHandle(text) ? [words.secretHint] : []),
  ];
  return notes.length === 0 ? undefined : notes.join(' ');
}

/** Deeper values are not shown, and masked if they may be secret. */
const MAX_DEPTH = 64;

/** A value without the secrets in it, as far as its schema says where they are. */
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

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

/** What goes and what comes as one block each, and the lines around that stay. */
function changedLines(before: string, after: string): DiffLine[] {
  const old = linesOf(before);
  const next = linesOf(after);
  const least = Math.min(old.length, next.length);
  let head = 0;
  while (head < least && old[head] === next[head]) head += 1;
  let tail = 0;
  while (tail < least - head && old.at(-1 - tail) === next.at(-1 - tail)) tail += 1;
  const as =
    (kind: DiffLine['kind']) =>
    (text: string): DiffLine => ({ kind, text });
  return [
    ...old.slice(0, head).map(as('same')),
    ...old.slice(head, old.length - tail).map(as('removed')),
    ...next.slice(head, next.length - tail).map(as('added')),
    ...old.slice(old.length - tail).map(as('same')),
  ];
}
