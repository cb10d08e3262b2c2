import type { ReactElement } from 'react';
import { UrlNote } from '../../args/url-note.tsx';

/** An agent's text, followed by the real hosts of misleading addresses in it. */
export function withNote(text: string, element: ReactElement): ReactElement {
  return (
    <>
      {element}
      <UrlNote text={text} />
    </>
  );
}
