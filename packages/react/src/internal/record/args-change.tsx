import { textOf, mayBeSecret } from '@hitl/client/view';
import type { ToolArgs } from '@hitl/protocol';
import { sameJson } from '@hitl/protocol/fold';
import type { ReactElement } from 'react';
import { LineDiff } from '../../args/line-diff.tsx';
import { renderPart, type PartProps } from '../part.tsx';
import { VisibleText } from '../visible-text.tsx';

/** The names of the arguments in which two calls differ. */
function changedNames(before: ToolArgs, after: ToolArgs): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => !sameJson(before[name] ?? null, after[name] ?? null));
}

/** An argument in a diff: empty if absent, dots for secrets. */
function shown(args: ToolArgs, name: string, secret: boolean): string {
  if (!Object.hasOwn(args, name)) return '';
  return secret ? '••••••' : textOf(args[name]);
}

export interface ArgsChangeProps extends PartProps<'div'> {
  title: string;
  before: ToolArgs;
  after: ToolArgs;
  /** JSON Schema of the arguments. Secrets in it are masked. */
  schema?: Readonly<Record<string, unknown>> | undefined;
}

/** The arguments in which two calls differ, each as a diff. */
export function ArgsChange({
  title,
  before,
  after,
  schema,
  ...props
}: ArgsChangeProps): ReactElement {
  return renderPart('div', 'args-change', {
    role: 'group',
    'aria-label': title,
    children: (
      <>
        <span data-hitl-part="args-change-title">{title}</span>
        {changedNames(before, after).map((name) => {
          const secret = mayBeSecret(schema, name);
          return (
            <div key={name} data-hitl-part="arg" data-kind="diff">
              <span data-hitl-part="arg-name">
                <VisibleText text={name} />
              </span>
              <LineDiff before={shown(before, name, secret)} after={shown(after, name, secret)} />
            </div>
          );
        })}
      </>
    ),
    ...props,
  });
}
