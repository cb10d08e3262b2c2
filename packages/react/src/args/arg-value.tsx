import {
  hasHandle,
  hidesSecret,
  isBlock,
  isSecret,
  isTree,
  numberedLines,
  patchLines,
  plainOf,
  tableOf,
  textOf,
  type Schema,
} from '@hitl/client/view';
import type { ReactElement } from 'react';
import { useArgsWords } from '../messages/args-words.ts';
import { ArgRow } from './arg-row.tsx';
import { CodeText } from './code-text.tsx';
import { DiffLines } from './diff-lines.tsx';
import { jsonTypeOf } from './json-type.ts';
import { SecretValue } from './secret-value.tsx';
import { Table } from './table.tsx';
import { Tree } from './tree.tsx';
import { UrlNote } from './url-note.tsx';

/** The language of each kind of text, as a path; a block is in that of its file. */
const PATHS = { command: '.sh', line: '', block: undefined };

/** One argument in the most suitable form. */
export function ArgValue({
  name,
  value,
  schema: given,
  root,
  clipped,
}: {
  name: string;
  value: unknown;
  schema: Schema;
  root: Schema;
  clipped: boolean | undefined;
}): ReactElement {
  const messages = useArgsWords();
  const schema = plainOf(given, root);
  const text = textOf(value);
  const common = { name, text, clipped };
  if (isSecret(schema)) {
    return (
      <ArgRow {...common} kind="secret" clipped={false}>
        <SecretValue value={value} />
        {hasHandle(text) && <div data-hitl-part="arg-note">{messages.secretHint}</div>}
      </ArgRow>
    );
  }
  const table = tableOf(value);
  if (table !== undefined) {
    return (
      <ArgRow {...common} kind="table">
        <Table name={name} {...table} schema={schema} root={root} />
        <UrlNote text={shownText(value, given, root)} />
      </ArgRow>
    );
  }
  if (isTree(value)) {
    return (
      <ArgRow {...common} kind="tree">
        <Tree value={value} schema={schema} root={root} />
        <UrlNote text={shownText(value, given, root)} />
      </ArgRow>
    );
  }
  const patch = typeof value === 'string' && name !== 'command' ? patchLines(value) : undefined;
  const kind = name === 'command' ? name : isBlock(text) ? 'block' : 'line';
  return (
    <ArgRow {...common} kind={patch === undefined ? kind : 'diff'}>
      {patch === undefined ? (
        <code>
          <CodeText text={text} path={PATHS[kind]} />
        </code>
      ) : (
        <DiffLines lines={numberedLines(patch)} />
      )}
      {kind === 'line' && typeof value !== 'string' && typeof value !== 'object' && (
        <>
          {' '}
          <span data-hitl-part="arg-type">{messages.jsonTypes[jsonTypeOf(value)]}</span>
        </>
      )}
      <UrlNote text={text} />
      {hasHandle(text) && <div data-hitl-part="arg-note">{messages.secretHint}</div>}
    </ArgRow>
  );
}

/** The text of a structure that may be shown again below it; none if it contains a secret. */
function shownText(value: unknown, schema: Schema, root: Schema): string {
  return hidesSecret(schema, root) ? '' : textOf(value);
}
