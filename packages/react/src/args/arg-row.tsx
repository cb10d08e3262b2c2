import { isLong, nameText } from '@hitl/client/view';
import type { ReactElement, ReactNode } from 'react';
import { VisibleText } from '../internal/visible-text.tsx';

/** One argument with its name. */
export function ArgRow({
  name,
  kind,
  text,
  clipped,
  children,
}: {
  name: string;
  kind: string;
  /** Whether a value is long. */
  text: string;
  clipped: boolean | undefined;
  children: ReactNode;
}): ReactElement {
  return (
    <div data-hitl-part="arg" data-kind={kind}>
      <dt data-hitl-part="arg-name">
        <VisibleText text={nameText(name)} />
      </dt>
      <dd data-hitl-part="arg-value" data-clipped={(clipped && isLong(text)) || undefined}>
        {children}
      </dd>
    </div>
  );
}
