'use client';
import { isShowable, subjectOf } from '@hitl/client/view';
import type { ReactElement } from 'react';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { Code } from '../internal/code.tsx';
import { VisibleText } from '../internal/visible-text.tsx';
import { usePanelWords } from '../messages/panel-words.ts';
import { useItem } from './inbox-context.ts';

/** Summary of a request: the tool's action and its object, or the question. */
export function Subject(props: PartProps<'span'>): ReactElement {
  const request = useItem('Subject');
  const messages = usePanelWords();
  if (!isShowable(request)) {
    return renderPart('span', 'inbox-subject', { children: messages.unreadable, ...props });
  }
  const { tool_name, tool_args, purpose } = request;
  const subject = subjectOf(
    tool_args,
    request.type === 'confirm' ? request.tool_schema : undefined,
  );
  const verb = Object.hasOwn(messages.toolVerbs, tool_name)
    ? messages.toolVerbs[tool_name]
    : undefined;
  return renderPart('span', 'inbox-subject', {
    children:
      purpose === 'authorization' ? (
        <>
          {verb ?? <Code text={tool_name} />}{' '}
          {subject !== '' && <Code part="inbox-preview" text={subject} />}
        </>
      ) : (
        <VisibleText text={request.title} mode="prose" />
      ),
    ...props,
  });
}
