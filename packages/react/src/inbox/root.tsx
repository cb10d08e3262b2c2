'use client';
import { useCallback, useMemo, type ReactElement } from 'react';
import { useLatest } from '../internal/use-latest.ts';
import type { InteractionRequest } from '@hitl/protocol';
import { useStore, type Readable } from '../hooks/use-store.ts';
import { isDown } from '../internal/is-down.ts';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { usePanelWords } from '../messages/panel-words.ts';
import {
  InboxContext,
  ReconnectContext,
  SelectContext,
  type InboxSource,
  type InboxState,
} from './inbox-context.ts';

/** Props of `Root`: pending requests, and the handler of a selection. */
export type RootProps = PartProps<'section'> & InboxSource;

/**
 * Groups pending requests. `data-state`: `loading`, `empty`, `ready`; `data-offline` while they may
 * be outdated.
 */
export function Root(props: RootProps): ReactElement {
  const { interactions, loaded, connection, ...rest } = props;
  const store = useMemo(() => {
    const given: InboxState = { interactions, loaded, connection };
    return { subscribe: () => () => {}, getSnapshot: () => given };
  }, [interactions, loaded, connection]);
  return <InboxRoot store={store} {...rest} />;
}

/** `Root` for the content of a store. */
export function InboxRoot({
  store,
  onRequestSelect,
  onReconnect,
  ...props
}: Omit<RootProps, keyof InboxState> & { store: Readable<InboxState> }): ReactElement {
  const { interactions, loaded = true, connection } = useStore(store);
  const messages = usePanelWords();
  const latest = useLatest(onRequestSelect);
  const select = useCallback((request: InteractionRequest) => latest.current?.(request), [latest]);
  const state = loaded ? (interactions.length === 0 ? 'empty' : 'ready') : 'loading';
  return (
    <InboxContext value={store}>
      <SelectContext value={select}>
        <ReconnectContext value={onReconnect}>
          {renderPart('section', 'inbox-root', {
            role: 'group',
            'aria-label': messages.inbox,
            'data-state': state,
            'data-offline': isDown(connection) || undefined,
            ...props,
          })}
        </ReconnectContext>
      </SelectContext>
    </InboxContext>
  );
}
