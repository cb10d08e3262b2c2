'use client';
import type { ReactElement } from 'react';
import { usePermissions } from '../hooks/use-permissions.ts';
import type { PartProps } from '../internal/part.tsx';
import { List } from './list.tsx';
import { Root, type RootProps } from './root.tsx';
import { Status } from './status.tsx';

/** The rules of one user, read from the provider's client: list, origin, last use, revoke, undo. */
export function Panel({
  userId,
  ...props
}: PartProps<'section'> & Pick<RootProps, 'selected'> & { userId: string }): ReactElement {
  const permissions = usePermissions(userId);
  return (
    <Root
      rules={permissions.rules}
      loaded={permissions.loaded}
      error={permissions.error}
      onRetry={() => void permissions.refresh()}
      onRevoke={({ pattern }) => permissions.revoke(pattern)}
      onRestore={(effect, rule) => permissions.save(effect, rule)}
      {...props}
    >
      <Status />
      <List />
    </Root>
  );
}
