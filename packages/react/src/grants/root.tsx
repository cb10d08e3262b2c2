'use client';
import { createArrangement } from '@hitl/client/view';
import { useLayoutEffect, useState, type ReactElement } from 'react';
import { useGrants, type GrantsSource } from '../hooks/use-grants.ts';
import { ArrangementContext } from '../internal/arming.ts';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { panels as words } from '../messages/en/panels.ts';
import { useMessages } from '../messages/use-messages.ts';
import { GrantsContext } from './grants-context.ts';
import { createPressed, PressedContext } from './use-keyboard.ts';

/** A section’s props, the rules, and what changes them. */
export type RootProps = PartProps<'section'> & GrantsSource;

/** Groups the rules that are handed in. `data-state`: `loading`, `failed`, `empty`, `ready`. */
export function Root(props: RootProps): ReactElement {
  const { rules, loaded, error, onRevoke, onRestore, ...rest } = props;
  const messages = useMessages(words);
  const grants = useGrants({ rules, loaded, error, onRevoke, onRestore });
  const [pressed] = useState(createPressed);
  const [arrangement] = useState(createArrangement);
  const order = [...grants.revoked, ...grants.rules].map(({ id }) => id).join('\n');
  useLayoutEffect(() => {
    if (order !== '') arrangement.moved();
  }, [arrangement, order]);
  return (
    <GrantsContext value={grants}>
      <PressedContext value={pressed}>
        <ArrangementContext value={arrangement}>
          {renderPart('section', 'grants-root', {
            role: 'group',
            'aria-label': messages.grants,
            'data-state': grants.state,
            ...rest,
          })}
        </ArrangementContext>
      </PressedContext>
    </GrantsContext>
  );
}
