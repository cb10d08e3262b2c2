'use client';
import type { PermissionRule } from '@hitl/protocol';
import type { ReactNode } from 'react';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { useGrantsContext } from './grants-context.ts';
import { Item } from './item.tsx';
import { Origin } from './origin.tsx';
import { Pattern } from './pattern.tsx';
import { Revoke } from './revoke.tsx';
import { Undo } from './undo.tsx';

/** A rule that is saved again gets another id, but is the same one for the user. */
function keyOf({ effect, pattern, session_id: session = '' }: PermissionRule): string {
  return `${effect} ${pattern} ${session}`;
}

/** The rules, newest first; the last revoked one stays with an undo button. */
export function List(props: PartProps<'ul'>): ReactNode {
  const { state, rules, revoked } = useGrantsContext('List');
  if (state !== 'ready') return null;
  return renderPart('ul', 'grants-list', {
    children: (
      <>
        {revoked.map((rule) => (
          <Item key={`revoked ${rule.id}`} rule={rule} data-revoked="">
            <Pattern />
            <Undo />
          </Item>
        ))}
        {rules.map((rule) => (
          <Item key={keyOf(rule)} rule={rule}>
            <Pattern />
            <Origin />
            <Revoke />
          </Item>
        ))}
      </>
    ),
    ...props,
  });
}
