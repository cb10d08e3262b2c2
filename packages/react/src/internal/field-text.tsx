import type { ReactNode } from 'react';

interface FieldTextProps {
  part: 'field-hint' | 'field-problem' | 'field-warning';
  id?: string;
  children: ReactNode;
}

/** A line about a field below it; nothing without text. */
export function FieldText({ part, id, children }: FieldTextProps): ReactNode {
  if (children === undefined || children === false) return null;
  return (
    <p data-hitl-part={part} id={id}>
      {children}
    </p>
  );
}
