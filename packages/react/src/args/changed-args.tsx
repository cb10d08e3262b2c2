import { nameText, textOf } from '@hitl/client/view';
import type { ToolArgs } from '@hitl/protocol';
import { sameJson } from '@hitl/protocol/fold';
import type { ReactElement } from 'react';
import { VisibleText } from '../internal/visible-text.tsx';
import { useArgsWords } from '../messages/args-words.ts';
import { LineDiff } from './line-diff.tsx';

function shown(args: ToolArgs, name: string): string {
  return Object.hasOwn(args, name) ? textOf(args[name]) : '';
}

/** The arguments in which two calls differ, each as a diff; of secrets, only the fact. */
export function ChangedArgs({
  before,
  after,
  isSecret,
}: {
  before: ToolArgs;
  after: ToolArgs;
  isSecret: (name: string) => boolean;
}): readonly ReactElement[] {
  const messages = useArgsWords();
  return Object.keys({ ...before, ...after })
    .filter((name) => !sameJson(before[name], after[name]))
    .map((name) => (
      <div key={name} data-hitl-part="arg" data-kind="diff">
        <div data-hitl-part="arg-name">
          <VisibleText text={nameText(name)} />
        </div>
        {isSecret(name) ? (
          <div data-hitl-part="diff-secret">{messages.secretChanged}</div>
        ) : (
          <LineDiff before={shown(before, name)} after={shown(after, name)} />
        )}
      </div>
    ));
}
