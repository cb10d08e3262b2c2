import { foldedLines, type NumberedLine } from '@hitl/client/view';
import type { ReactElement } from 'react';
import { VisibleText } from '../internal/visible-text.tsx';
import { useArgsWords } from '../messages/args-words.ts';
import { CodeText } from './code-text.tsx';

/** More elements would make the page stand still. */
const MAX_LINES = 2000;

const SIGNS = { added: '+', removed: '−', same: ' ', hunk: ' ', head: ' ' };

/**
 * Lines with their signs, and with line numbers if the patch has them; additions and removals are
 * also labelled in words. Of unchanged lines, three around each change are shown and the rest is
 * folded. Very many lines are one text, with their signs.
 */
export function DiffLines({ lines }: { lines: readonly NumberedLine[] }): ReactElement {
  const messages = useArgsWords();
  if (lines.length > MAX_LINES) {
    return (
      <div data-hitl-part="diff">
        <div data-hitl-part="diff-line">
          <code>
            <VisibleText
              text={lines.map(({ kind, text }) => `${SIGNS[kind]} ${text}`).join('\n')}
            />
          </code>
        </div>
      </div>
    );
  }
  return (
    <div data-hitl-part="diff">
      {foldedLines(lines).map((each, index) =>
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
  const messages = useArgsWords();
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
        <CodeText text={text} />
      </code>
    </div>
  );
}
