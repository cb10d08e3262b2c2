'use client';
import { isRecord, isSecret, plainOf, schemaOf, type Schema } from '@hitl/client/view';
import type { ReactElement } from 'react';
import { args } from '../messages/en/args.ts';
import { useMessages } from '../messages/use-messages.ts';
import { VisibleText } from '../internal/visible-text.tsx';
import { SafeText } from './safe-text.tsx';
import { SecretValue } from './secret-value.tsx';

/** More columns than fit side by side would hide the last ones. */
const MAX_COLUMNS = 8;
const MAX_ROWS = 500;

type Row = Readonly<Record<string, unknown>>;

/** Rows and the columns that they have together. */
export interface TableData {
  readonly rows: readonly Row[];
  readonly columns: readonly string[];
}

/** A list of flat objects as a table; `undefined` for what is better shown otherwise. */
export function tableOf(value: unknown): TableData | undefined {
  if (!Array.isArray(value) || value.length < 2 || value.length > MAX_ROWS) return undefined;
  if (!value.every(isFlat)) return undefined;
  const columns = [...new Set(value.flatMap((row) => Object.keys(row)))];
  return columns.length === 0 || columns.length > MAX_COLUMNS
    ? undefined
    : { rows: value, columns };
}

function isFlat(value: unknown): value is Row {
  return (
    isRecord(value) &&
    Object.values(value).every((cell) => typeof cell !== 'object' || cell === null)
  );
}

/** A text that reads like another type is quoted, so that "5" is told from 5. */
function cellText(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return /^(|true|false|null|[-+]?[\d.]+(e[-+]?\d+)?|\s.*|.*\s)$/i.test(value)
    ? JSON.stringify(value)
    : value;
}

/** The type of all cells of a column that have one; `undefined` where they differ. */
function typeIn(rows: readonly Row[], column: string): string | undefined {
  const values = rows.map((row) => row[column]).filter((cell) => (cell ?? null) !== null);
  const types = new Set(values.map((cell) => typeof cell));
  return types.size === 1 ? [...types][0] : undefined;
}

/** A table with its size, which scrolls where it does not fit. */
export function Table({
  name,
  rows,
  columns,
  schema,
  root,
}: TableData & { name: string; schema: Schema; root: Schema }): ReactElement {
  const messages = useMessages(args);
  const size = messages.tableSize(rows.length, columns.length);
  const items = plainOf(schemaOf(schema['items']), root);
  const properties = schemaOf(items['properties']);
  const secret = new Set(
    columns.filter(
      (column) =>
        Object.hasOwn(properties, column) && isSecret(plainOf(schemaOf(properties[column]), root)),
    ),
  );
  return (
    <div data-hitl-part="table-scroll" role="region" aria-label={`${name}: ${size}`} tabIndex={0}>
      <table data-hitl-part="table">
        <caption data-hitl-part="table-caption">{size}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span data-hitl-part="unseen">{messages.rowNumber}</span>
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" data-type={typeIn(rows, column)}>
                <VisibleText text={column} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              <th scope="row">{index + 1}</th>
              {columns.map((column) => (
                <td key={column} data-type={typeof row[column]}>
                  {!Object.hasOwn(row, column) ? null : secret.has(column) ? (
                    <SecretValue value={row[column]} />
                  ) : (
                    <code>
                      <SafeText text={cellText(row[column])} />
                    </code>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
