'use client';
import { diffLines } from 'diff';
import type { ReactElement } from 'react';
import { args } from '../messages/en/args.ts';
import { useMessages } from '../messages/use-messages.ts';
import { VisibleText } from '../internal/visible-text.tsx';

export interface LineDiffProps {
  before: string;
  after: string;
}

/** Two texts line by line: what goes, what comes, and what stays around it. */
export function LineDiff({ before, after }: LineDiffProps): ReactElement {
  const messages = useMessages(args);
  const lines = diffLines(before, after).flatMap(({ added, removed, value }) =>
    value
      .replace(/\n$/, '')
      .split('\n')
      .map((text) => ({ text, kind: added ? 'added' : removed ? 'removed' : 'same' }) as const),
  );
  const signs = { added: '+', removed: '−', same: ' ' };
  return (
    <div data-hitl-part="diff">
      {lines.map(({ text, kind }, index) => (
        <div key={index} data-hitl-part="diff-line" data-kind={kind}>
          <span data-hitl-part="diff-sign" aria-hidden="true">
            {signs[kind]}
          </span>
          {kind !== 'same' && <span data-hitl-part="unseen">{messages.diff[kind]} </span>}
          <code>
            <VisibleText text={text} />
          </code>
        </div>
      ))}
    </div>
  );
}
