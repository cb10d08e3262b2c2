'use client';
import type { ReactElement } from 'react';
import { UrlNote } from '../../args/url-note.tsx';

/** A text of the agent, and below it where its addresses lead if that is not what one reads. */
export function withNote(text: string, element: ReactElement): ReactElement {
  return (
    <>
      {element}
      <UrlNote text={text} />
    </>
  );
}
