'use client';
import { titleOf } from '@hitl/client/view';
import { use, type ReactElement } from 'react';
import { UrlNote } from '../../args/url-note.tsx';
import { useCardWords } from '../../messages/card-words.ts';
import { renderPart, type PartProps } from '../part.tsx';
import { useSettings } from '../settings.ts';
import { VisibleText } from '../visible-text.tsx';
import { LineIdContext, useCardContext } from './card-context.ts';
import { withNote } from './with-note.tsx';

/**
 * The question, or for a call whether its tool may run. A heading if the provider sets its level. In
 * a batch the line of the row is the title.
 */
export function Title(props: PartProps<'p'>): ReactElement {
  const { headingLevel } = useSettings();
  const { request, titleId } = useCardContext('Title');
  const messages = useCardWords();
  const text = titleOf(request, messages);
  if (use(LineIdContext) !== undefined) return <UrlNote text={text} />;
  return withNote(
    text,
    renderPart(headingLevel === undefined ? 'p' : (`h${headingLevel}` as 'p'), 'title', {
      id: titleId,
      children: <VisibleText text={text} mode="prose" />,
      ...props,
    }),
  );
}
