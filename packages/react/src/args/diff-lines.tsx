'use client';
import type { DiffLine } from '@hitl/client/view';
import type { ReactElement } from 'react';
import { args } from '../messages/en/args.ts';
import { useMessages } from '../messages/use-messages.ts';
import { numberedLines, type NumberedLine } from './numbered-lines.ts';
import { SafeText } from './safe-text.tsx';

const SIGNS = { added: '+', removed: '−', same: ' ', hunk: ' ', head: ' ' };

/**
 * Lines with their signs, and with line numbers if the patch has them; additions and removals are
 * also labelled in words. Of unchanged lines, three around each change are shown and the rest is
 * folded.
 */
export function DiffLines({ lines }: { lines: readonly DiffLine[] }): ReactElement {
  const messages = useMessages(args);
  return (
    <div data-hitl-part="diff">
      {numberedLines(lines).map((each, index) =>
        'folded' in each ? (
          <details key={index} data-hitl-part="diff-fold">
            <summary>{messages.unchangedLines(each.folded.length)}</summary>
            {each.folded.map((line, place) => (
              <Line key={place} {...line} />
            ))}
          </details>
        ) : (
          <Line key={index} {...each} />
        ),
      )}
    </div>
  );
}

function Line({ text, kind, number }: NumberedLine): ReactElement {
  const messages = useMessages(args);
  return (
    <div data-hitl-part="diff-line" data-kind={kind}>
      {number !== undefined && (
        <span data-hitl-part="diff-number" aria-hidden="true">
          {number}
        </span>
      )}
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
  );
}
