'use client';
import type { ReactElement } from 'react';
import { Interaction } from '../interaction/index.ts';
import { AllowAll } from './allow-all.tsx';
import { useBatchContext } from './batch-context.ts';
import { DenyAll } from './deny-all.tsx';
import { Keys } from './keys.tsx';
import { LeftOut } from './left-out.tsx';
import { AddNote, Note } from './note.tsx';
import { Progress } from './progress.tsx';
import { Root, type RootProps } from './root.tsx';
import { Rows } from './rows.tsx';

/**
 * A complete panel: the number of open decisions, buttons for all requests, and one row per
 * request. A single request is shown as its card.
 */
export function Panel(props: RootProps): ReactElement {
  return (
    <Root {...props}>
      <Body />
    </Root>
  );
}

function Body(): ReactElement {
  const { items, renderers } = useBatchContext('Panel');
  const [first, second] = items;
  if (first !== undefined && second === undefined) {
    return <Interaction.Auto request={first.request} renderers={renderers} />;
  }
  return (
    <>
      <div data-hitl-part="batch-header">
        <Progress />
        <div data-hitl-part="batch-all">
          <DenyAll />
          <AllowAll />
        </div>
        <Keys />
        <AddNote />
        <LeftOut />
        <Note />
      </div>
      <Rows />
    </>
  );
}
