import type { ReactElement } from 'react';
import { VisibleText } from './visible-text.tsx';

/** An untrusted text as code, such as a command, a path or a rule, as the part with this name. */
export function Code({ text, part }: { text: string; part?: string }): ReactElement {
  return (
    <code data-hitl-part={part}>
      <VisibleText text={text} />
    </code>
  );
}
