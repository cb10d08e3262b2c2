'use client';
import { Fragment, type ReactElement } from 'react';
import { common } from '../../messages/en/common.ts';
import { details } from '../../messages/en/details.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Icon } from '../icons.tsx';
import { renderPart, type PartProps } from '../part.tsx';
import { VisibleText } from '../visible-text.tsx';
import { useCardContext } from './card-context.ts';

const words = { ...common, ...details };

/** Who asks: the agents from the root to the asking one, and for a call its tool. */
export function Agent(props: PartProps<'span'>): ReactElement {
  const { request } = useCardContext('Agent');
  const messages = useMessages(words);
  const names = request.agent_path;
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
            <code data-hitl-part="agent-tool">
              <VisibleText text={request.tool_name} />
            </code>
          </>
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
