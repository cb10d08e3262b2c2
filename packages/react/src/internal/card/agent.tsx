'use client';
import { folderOf } from '@hitl/client/view';
import { Fragment, type ReactElement } from 'react';
import { useCardWords } from '../../messages/card-words.ts';
import { Icon } from '../icons.tsx';
import { renderPart, type PartProps } from '../part.tsx';
import { Code } from '../code.tsx';
import { VisibleText } from '../visible-text.tsx';
import { useCardContext } from './card-context.ts';

/** Who asks: the agents from the root to the asking one; for a call its tool, and its folder. */
export function Agent(props: PartProps<'span'>): ReactElement {
  const { request } = useCardContext('Agent');
  const messages = useCardWords();
  const names = request.agent_path;
  const folder = folderOf(request);
  return renderPart('span', 'agent', {
    children: (
      <>
        {names.map((name, index) => (
          <Fragment key={index}>
            {index > 0 && <Icon name="chevron" />}
            <span data-hitl-part="agent-name">
              <VisibleText text={name} mode="prose" />
            </span>
          </Fragment>
        ))}
        {names.length === 0 && <span data-hitl-part="agent-name">{messages.anAgent}</span>}
        {request.purpose !== 'question' && (
          <>
            <Icon name="chevron" />
            <Code part="agent-tool" text={request.tool_name} />
          </>
        )}
        {folder !== undefined && (
          <span data-hitl-part="agent-folder">
            <VisibleText text={messages.inFolder(folder)} mode="prose" />
          </span>
        )}
        {request.batch !== undefined && request.batch.size > 1 && (
          <span data-hitl-part="agent-batch">
            {messages.placeInBatch(request.batch.index + 1, request.batch.size)}
          </span>
        )}
      </>
    ),
    ...props,
  });
}
