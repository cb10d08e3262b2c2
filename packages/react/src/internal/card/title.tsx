'use client';
import { titleOf } from '@hitl/client/view';
import type { ReactElement } from 'react';
import { card } from '../../messages/en/card.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { renderPart, type PartProps } from '../part.tsx';
import { useSettings } from '../settings.ts';
import { VisibleText } from '../visible-text.tsx';
import { useCardContext } from './card-context.ts';
import { withNote } from './with-note.tsx';

/** The question, or for a call whether its tool may run. A heading if the provider sets its level. */
export function Title(props: PartProps<'p'>): ReactElement {
  const { headingLevel } = useSettings();
  const { request, titleId } = useCardContext('Title');
  const messages = useMessages(card);
  const text = titleOf(request, messages);
  return withNote(
    text,
    renderPart(headingLevel === undefined ? 'p' : (`h${headingLevel}` as 'p'), 'title', {
      id: titleId,
      children: <VisibleText text={text} mode="prose" />,
      ...props,
    }),
  );
}
