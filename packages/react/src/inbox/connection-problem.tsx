import type { Connection } from '@hitl/client';
import type { ReactElement } from 'react';
import { isDown } from '../internal/is-down.ts';
import { VisibleText } from '../internal/visible-text.tsx';
import { panelWords as words } from '../messages/panel-words.ts';
import { usePanelWords } from '../messages/panel-words.ts';

/** Why the list may be outdated; `undefined` otherwise. */
export function connectionProblemOf(
  connection: Connection | undefined,
  loaded: boolean,
  messages: typeof words,
): string | undefined {
  const error = connection?.error;
  const details = error === undefined ? '' : ` ${messages.problemDetails(error.message)}`;
  if (isDown(connection)) {
    if (!loaded) return messages.unreachable + details;
    return connection?.status === 'offline' ? messages.offline : messages.reconnecting;
  }
  return error === undefined ? undefined : messages.loadFailed + details;
}

/** Shows that message with a reconnect button. */
export function ConnectionProblem({
  text,
  reconnect,
}: {
  text: string;
  reconnect: (() => void) | undefined;
}): ReactElement {
  const messages = usePanelWords();
  return (
    <>
      <VisibleText text={text} mode="prose" />{' '}
      {reconnect !== undefined && (
        <button type="button" data-hitl-part="link" onClick={reconnect}>
          {messages.reconnect}
        </button>
      )}
    </>
  );
}
