'use client';
import type { ReactNode } from 'react';
import { useCardWords } from '../../messages/card-words.ts';
import { Icon } from '../icons.tsx';
import { renderPart, type PartProps } from '../part.tsx';
import { useCardContext } from './card-context.ts';

/** The risk as a word, an icon and a color. Renders nothing if the server sets none. */
export function Risk(props: PartProps<'span'>): ReactNode {
  const { request } = useCardContext('Risk');
  const messages = useCardWords();
  const level = request.risk_level;
  if (level === undefined) return null;
  return renderPart('span', 'risk', {
    'data-risk': level,
    children: (
      <>
        <Icon name={level} />
        {messages.risk[level]}
      </>
    ),
    ...props,
  });
}
