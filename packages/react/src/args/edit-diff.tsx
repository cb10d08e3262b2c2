'use client';
import type { ReactElement } from 'react';
import { args as words } from '../messages/en/args.ts';
import { useMessages } from '../messages/use-messages.ts';
import { ArgRow } from './arg-row.tsx';
import { LineDiff } from './line-diff.tsx';
import { UrlNote } from './url-note.tsx';

/** The removed and inserted text of an edit. */
export function EditDiff({
  before,
  after,
  clipped,
}: {
  before: string;
  after: string;
  clipped: boolean | undefined;
}): ReactElement {
  const messages = useMessages(words);
  return (
    <ArgRow name={messages.change} kind="diff" text={`${before}\n${after}`} clipped={clipped}>
      <LineDiff before={before} after={after} />
      <UrlNote text={after} />
    </ArgRow>
  );
}
