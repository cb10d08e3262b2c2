'use client';
import { isRecord, isSecret, membersOf, plainOf, schemaOf, type Schema } from '@hitl/client/view';
import type { ReactElement } from 'react';
import { args } from '../messages/en/args.ts';
import { useMessages } from '../messages/use-messages.ts';
import { VisibleText } from '../internal/visible-text.tsx';
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
 * A fully expanded tree of a structure, so that nothing is allowed unseen. Texts are quoted, to
 * distinguish "5" from 5.
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
    <ul data-hitl-part="tree">
      {branchesOf(value, schema).map((branch) => (
        <li key={branch.name}>
          <Node {...branch} schema={plainOf(branch.schema, root)} root={root} />
        </li>
      ))}
    </ul>
  );
}

function Node({ name, value, schema, root }: Branch & { root: Schema }): ReactElement {
  const messages = useMessages(args);
  const label = (
    <span data-hitl-part="tree-name">
      <VisibleText text={name} />
    </span>
  );
  if (isSecret(schema)) {
    return (
      <>
        {label} <SecretValue value={value} />
      </>
    );
  }
  const isList = Array.isArray(value);
  if (isList || isRecord(value)) {
    const size = Object.keys(value).length;
    return (
      <details open>
        <summary>
          {label}{' '}
          <span data-hitl-part="tree-size">
            {isList ? messages.items(size) : messages.members(size)}
          </span>
        </summary>
        {size > 0 && <Tree value={value} schema={schema} root={root} />}
      </details>
    );
  }
  return (
    <>
      {label}{' '}
      <code data-hitl-part="tree-value" data-type={value === null ? 'null' : typeof value}>
        <SafeText text={typeof value === 'string' ? `"${value}"` : String(value)} />
      </code>
    </>
  );
}
