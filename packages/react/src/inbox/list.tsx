'use client';
import { memo, type ReactElement, type ReactNode } from 'react';
import type { InteractionRequest } from '@hitl/protocol';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { useGrowing } from '../internal/use-growing.ts';
import { useInboxContext } from './inbox-context.ts';
import { Item } from './item.tsx';
import { Meta } from './meta.tsx';
import { Subject } from './subject.tsx';

/** Pending requests, oldest first, each as a button that selects it. */
export function List(props: PartProps<'ul'>): ReactNode {
  const { interactions } = useInboxContext('List');
  return interactions.length === 0 ? null : <Rows requests={interactions} {...props} />;
}

/** Some pending requests. */
export function Rows({
  requests,
  ...props
}: PartProps<'ul'> & { requests: readonly InteractionRequest[] }): ReactElement {
  const count = useGrowing(requests.length);
  return renderPart('ul', 'inbox-list', {
    children: requests.slice(0, count).map((request) => <Row key={request.id} request={request} />),
    ...props,
  });
}

/** Memoized, so that of a thousand rows only changed ones render. */
const Row = memo(function Row({ request }: { request: InteractionRequest }): ReactElement {
  return (
    <li data-hitl-part="inbox-row">
      <Item request={request}>
        <Subject />
        <Meta />
      </Item>
    </li>
  );
});
