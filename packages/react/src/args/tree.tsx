import {
  isRecord,
  isSecret,
  membersOf,
  nameText,
  plainOf,
  schemaOf,
  type Schema,
} from '@hitl/client/view';
import type { ReactElement } from 'react';
import { useArgsWords } from '../messages/args-words.ts';
import { VisibleText } from '../internal/visible-text.tsx';
import { jsonTypeOf } from './json-type.ts';
import { SafeText } from './safe-text.tsx';
import { SecretValue } from './secret-value.tsx';

interface Branch {
  readonly name: string;
  readonly value: unknown;
  readonly schema: Schema;
}

function branchesOf(value: object, schema: Schema): Branch[] {
  if (Array.isArray(value)) {
    const items = schemaOf(schema['items']);
    return value.map((item, index) => ({ name: String(index + 1), value: item, schema: items }));
  }
  const known = new Map(membersOf(schema, { ...value }).map((each) => [each.name, each.schema]));
  return Object.entries(value).map(([name, member]: [string, unknown]) => ({
    name,
    value: member,
    schema: known.get(name) ?? {},
  }));
}

/**
 * A table of the members of a structure with their types. Structures inside are tables in turn, open
 * so that nothing is allowed unseen, and can be folded. Texts are quoted, to distinguish "5" from 5.
 */
export function Tree({
  value,
  schema,
  root,
}: {
  value: object;
  schema: Schema;
  root: Schema;
}): ReactElement {
  return (
    <table data-hitl-part="tree">
      <tbody>
        {branchesOf(value, schema).map((branch) => (
          <tr key={branch.name}>
            <Cells {...branch} schema={plainOf(branch.schema, root)} root={root} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cells({ name, value, schema, root }: Branch & { root: Schema }): ReactElement {
  const messages = useArgsWords();
  const label = (
    <span data-hitl-part="tree-name">
      <VisibleText text={nameText(name)} />
    </span>
  );
  if (!isSecret(schema) && (Array.isArray(value) || isRecord(value))) {
    const size = Object.keys(value).length;
    return (
      <td colSpan={3}>
        <details open>
          <summary>
            {label}{' '}
            <span data-hitl-part="tree-size">
              {Array.isArray(value) ? messages.items(size) : messages.members(size)}
            </span>
          </summary>
          {size > 0 && <Tree value={value} schema={schema} root={root} />}
        </details>
      </td>
    );
  }
  return (
    <>
      <th scope="row">{label}</th>
      <td>
        {isSecret(schema) ? (
          <SecretValue value={value} />
        ) : (
          <code data-hitl-part="tree-value" data-type={jsonTypeOf(value)}>
            <SafeText text={typeof value === 'string' ? `"${value}"` : String(value)} />
          </code>
        )}
      </td>
      <td>
        {!isSecret(schema) && (
          <span data-hitl-part="arg-type">{messages.jsonTypes[jsonTypeOf(value)]}</span>
        )}
      </td>
    </>
  );
}
