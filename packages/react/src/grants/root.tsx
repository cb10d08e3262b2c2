'use client';
import { createArrangement } from '@hitl/client/view';
import { useLayoutEffect, useState, type ReactElement } from 'react';
import { useGrants, type GrantsSource } from '../hooks/use-grants.ts';
import { ArrangementContext } from '../internal/arming.ts';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { usePanelWords } from '../messages/panel-words.ts';
import { GrantsContext, SelectedContext } from './grants-context.ts';
import { createPressed, PressedContext } from './use-keyboard.ts';

/** Props of `Root`: the rules, and functions to change them. */
export type RootProps = PartProps<'section'> &
  GrantsSource & {
    /** The rule to highlight, as written. */
    selected?: string | undefined;
    /** Loads the rules again; if absent, `Status` has no button for it. */
    onRetry?: (() => void) | undefined;
  };

/** Groups the given rules. `data-state`: `loading`, `failed`, `empty`, `ready`. */
export function Root(props: RootProps): ReactElement {
  const { rules, loaded, error, onRevoke, onRestore, selected, onRetry, ...rest } = props;
  const messages = usePanelWords();
  const grants = useGrants({ rules, loaded, error, onRevoke, onRestore });
  const [pressed] = useState(createPressed);
  const [arrangement] = useState(createArrangement);
  const order = [...grants.revoked, ...grants.rules].map(({ id }) => id).join('\n');
  useLayoutEffect(() => {
    if (order !== '') arrangement.moved();
  }, [arrangement, order]);
  return (
    <GrantsContext value={{ ...grants, onRetry }}>
      <PressedContext value={pressed}>
        <ArrangementContext value={arrangement}>
          <SelectedContext value={selected}>
            {renderPart('section', 'grants-root', {
              role: 'group',
              tabIndex: -1,
              'aria-label': messages.grants,
              'data-state': grants.state,
              ...rest,
            })}
          </SelectedContext>
        </ArrangementContext>
      </PressedContext>
    </GrantsContext>
  );
}
