import { hasHandle, splitHandles } from '@hitl/client/view';
import type { ReactElement } from 'react';
import { VisibleText } from '../internal/visible-text.tsx';
import { Masked } from './masked.tsx';

/** A text of an agent with hidden characters made visible and secrets masked. */
export function SafeText({ text }: { text: string }): ReactElement {
  if (!hasHandle(text)) return <VisibleText text={text} />;
  return (
    <>
      {splitHandles(text).map((piece, index) =>
        hasHandle(piece) ? (
          <Masked key={index} />
        ) : (
          piece !== '' && <VisibleText key={index} text={piece} />
        ),
      )}
    </>
  );
}
