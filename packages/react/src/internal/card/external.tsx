'use client';
import type { ReactNode } from 'react';
import { useCardWords } from '../../messages/card-words.ts';
import { renderPart, type PartProps } from '../part.tsx';
import { VisibleText } from '../visible-text.tsx';
import { useCardContext } from './card-context.ts';

/** Longer texts scroll, so that what runs and the buttons stay near: they can be of any length. */
const MAX_CHARACTERS = 600;
const MAX_LINES = 8;

function isLong(text: string): boolean {
  return text.length > MAX_CHARACTERS || text.split('\n').length > MAX_LINES;
}

/**
 * Statements of an external loop, in a frame under the caller's name, because the server has not
 * verified them. Renders nothing for the server's own agents.
 */
export function External(props: PartProps<'div'>): ReactNode {
  const { request } = useCardContext('External');
  const messages = useCardWords();
  const { external } = request;
  if (external === undefined) return null;
  const { caller, title, description, reason, risk_level: risk, metadata } = external;
  const label = messages.externalSays(caller);
  // A region that scrolls has to be reachable by the keyboard, and then needs a name.
  const scrolled = { 'data-long': '', role: 'region', 'aria-label': label, tabIndex: 0 };
  const texts = [title, description, reason, risk && messages.externalRisk(risk)].filter(
    (text) => text !== undefined,
  );
  return renderPart('div', 'external', {
    role: 'group',
    'aria-label': label,
    children: (
      <>
        <p data-hitl-part="external-label">
          <VisibleText text={label} mode="prose" />
        </p>
        {texts.map((text, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- texts may be equal, and never move
          <p key={index} data-hitl-part="external-text" {...(isLong(text) && scrolled)}>
            <VisibleText text={text} mode="prose" />
          </p>
        ))}
        {metadata !== undefined && (
          <pre data-hitl-part="external-data">
            <VisibleText text={JSON.stringify(metadata, null, 2)} />
          </pre>
        )}
      </>
    ),
    ...props,
  });
}
