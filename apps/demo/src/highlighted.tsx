import { VisibleText } from '@hitl/react';
import { highlight } from './highlight.ts';

/** Code with syntax highlighting, if its language is supported. */
export function Highlighted({ text, language }: { text: string; language: string }) {
  return (
    // Scrollable content must be reachable by keyboard.
    <pre tabIndex={0} role="group" aria-label={language === '' ? 'Code' : `Code: ${language}`}>
      <code>
        {(highlight(text, language) ?? [{ text }]).map(({ text: piece, className }, index) => (
          <span key={index} className={className}>
            <VisibleText text={piece} mode="code" />
          </span>
        ))}
      </code>
    </pre>
  );
}
