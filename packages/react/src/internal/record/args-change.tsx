import { mayBeSecret } from '@hitl/client/view';
import type { ToolArgs } from '@hitl/protocol';
import type { ReactElement } from 'react';
import { ChangedArgs } from '../../args/changed-args.tsx';
import { renderPart, type PartProps } from '../part.tsx';

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
        <ChangedArgs before={before} after={after} isSecret={(name) => mayBeSecret(schema, name)} />
      </>
    ),
    ...props,
  });
}
