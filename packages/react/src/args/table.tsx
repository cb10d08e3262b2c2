import {
  cellText,
  nameText,
  secretColumns,
  visibleString,
  type Schema,
  type TableData,
  type TableRow,
} from '@hitl/client/view';
import type { ReactElement } from 'react';
import { useArgsWords } from '../messages/args-words.ts';
import { VisibleText } from '../internal/visible-text.tsx';
import { SafeText } from './safe-text.tsx';
import { SecretValue } from './secret-value.tsx';

/** The type of all cells of a column that have one; `undefined` where they differ. */
function typeIn(rows: readonly TableRow[], column: string): string | undefined {
  const values = rows.map((row) => row[column]).filter((cell) => (cell ?? null) !== null);
  const types = new Set(values.map((cell) => typeof cell));
  return types.size === 1 ? [...types][0] : undefined;
}

/** A table with its size, scrollable if it does not fit. */
export function Table({
  name,
  rows,
  columns,
  schema,
  root,
}: TableData & { name: string; schema: Schema; root: Schema }): ReactElement {
  const messages = useArgsWords();
  const size = messages.tableSize(rows.length, columns.length);
  const secret = secretColumns(columns, schema, root);
  return (
    <div
      data-hitl-part="table-scroll"
      role="region"
      aria-label={visibleString(`${name}: ${size}`, 'code')}
      tabIndex={0}
    >
      <table data-hitl-part="table">
        <caption data-hitl-part="table-caption">{size}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span data-hitl-part="unseen">{messages.rowNumber}</span>
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" data-type={typeIn(rows, column)}>
                <VisibleText text={nameText(column)} />
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
