import type { ReactNode } from 'react';
import { VisibleText } from './visible-text.tsx';

interface FieldTextProps {
  part: 'field-hint' | 'field-problem' | 'field-warning';
  id?: string;
  text: string | false | undefined;
}

/** A line about a field below it; nothing without text. */
export function FieldText({ part, id, text }: FieldTextProps): ReactNode {
  if (text === undefined || text === false) return null;
  return (
    <p data-hitl-part={part} id={id}>
      <VisibleText text={text} mode="prose" />
    </p>
  );
}
