'use client';
import type { ToolArgs } from '@hitl/protocol';
import type { ReactElement } from 'react';
import { args as words } from '../messages/en/args.ts';
import { useMessages } from '../messages/use-messages.ts';
import { LineDiff } from './line-diff.tsx';
import { isLong } from './long.ts';

/** What an edit of a text takes out and puts in. */
export function EditDiff({ args, clipped }: { args: ToolArgs; clipped: boolean }): ReactElement {
  const messages = useMessages(words);
  const before = String(args['old_text']);
  const after = String(args['new_text']);
  return (
    <div data-hitl-part="arg" data-kind="diff">
      <dt data-hitl-part="arg-name">{messages.change}</dt>
      <dd
        data-hitl-part="arg-value"
        data-clipped={(clipped && (isLong(before) || isLong(after))) || undefined}
      >
        <LineDiff before={before} after={after} />
      </dd>
    </div>
  );
}
