'use client';
import type { DiffLine } from '@hitl/client/view';
import type { ReactElement } from 'react';
import { args } from '../messages/en/args.ts';
import { useMessages } from '../messages/use-messages.ts';
import { SafeText } from './safe-text.tsx';

const SIGNS = { added: '+', removed: '−', same: ' ', hunk: ' ', head: ' ' };

/** Lines with their signs; what is added or removed is said in words, too. */
export function DiffLines({ lines }: { lines: readonly DiffLine[] }): ReactElement {
  const messages = useMessages(args);
  return (
    <div data-hitl-part="diff">
      {lines.map(({ text, kind }, index) => (
        <div key={index} data-hitl-part="diff-line" data-kind={kind}>
          <span data-hitl-part="diff-sign" aria-hidden="true">
            {SIGNS[kind]}
          </span>
          {(kind === 'added' || kind === 'removed') && (
            <span data-hitl-part="unseen">{messages.diff[kind]} </span>
          )}
          <code>
            <SafeText text={text} />
          </code>
        </div>
      ))}
    </div>
  );
}
