'use client';
import type { ReactElement } from 'react';
import { VisibleText } from '../internal/visible-text.tsx';
import { Masked } from './masked.tsx';

/** What stands for a secret that the tool alone gets. */
const HANDLE = /(‹secret:[0-9a-f-]{36}›)/;

/** Whether a text holds secrets that are not in this page. */
export function hasHandle(text: string): boolean {
  return HANDLE.test(text);
}

/** A text of an agent, in which everything can be seen but what stands for a secret. */
export function SafeText({ text }: { text: string }): ReactElement {
  if (!hasHandle(text)) return <VisibleText text={text} />;
  return (
    <>
      {text
        .split(HANDLE)
        .map((piece, index) =>
          hasHandle(piece) ? (
            <Masked key={index} />
          ) : (
            piece !== '' && <VisibleText key={index} text={piece} />
          ),
        )}
    </>
  );
}
