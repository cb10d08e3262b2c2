import type { ReactElement } from 'react';
import { VisibleText } from '../internal/visible-text.tsx';
import { progress as words } from '../messages/en/progress.ts';
import { useMessages } from '../messages/use-messages.ts';
import { useFollowEnd } from './use-follow-end.ts';

/**
 * The last lines of a tool's output. Not announced, because it changes four times a second; a
 * screen reader user can navigate to it.
 */
export function LiveOutput({ text }: { text: string }): ReactElement {
  const messages = useMessages(words);
  const { ref, onScroll } = useFollowEnd<HTMLPreElement>();
  return (
    <pre
      ref={ref}
      onScroll={onScroll}
      data-hitl-part="progress-output"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
      tabIndex={0}
      role="region"
      aria-label={messages.liveOutput}
    >
      <VisibleText text={text.trimEnd()} />
    </pre>
  );
}
