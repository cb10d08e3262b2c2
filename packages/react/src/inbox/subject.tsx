'use client';
import { isShowable, secretFinder } from '@hitl/client/view';
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
  const { tool_name, tool_args, purpose, metadata } = request;
  const schema = request.type === 'confirm' ? request.tool_schema : undefined;
  const isSecret = secretFinder(tool_args, schema);
  const preview = [metadata['args_preview'], tool_args['command'], tool_args['path']].find(
    (text) => typeof text === 'string' && !isSecret(text),
  );
  const verb = Object.hasOwn(messages.toolVerbs, tool_name)
    ? messages.toolVerbs[tool_name]
    : undefined;
  return renderPart('span', 'inbox-subject', {
    children:
      purpose === 'authorization' ? (
        <>
          {verb ?? <Code text={tool_name} />}{' '}
          {typeof preview === 'string' && <Code part="inbox-preview" text={preview} />}
        </>
      ) : (
        <VisibleText text={request.title} mode="prose" />
      ),
    ...props,
  });
}
