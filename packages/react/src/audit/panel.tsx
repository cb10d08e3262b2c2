'use client';
import { type ReactElement } from 'react';
import { type AuditSource } from './audit-context.ts';
import { List } from './list.tsx';
import { Root, type RootProps } from './root.tsx';
import { Status } from './status.tsx';
import { Tools } from './tools.tsx';
import { useAudit } from './use-audit.ts';

/** Props of `Root`, with the id of a run instead of its trail. */
export type PanelProps = Omit<RootProps, keyof AuditSource> & { runId: string };

/** The audit trail of a run, read from the provider's client and updated live. */
export function Panel({ runId, ...props }: PanelProps): ReactElement {
  const { trail, error, connection, refresh } = useAudit(runId);
  return (
    <Root
      trail={trail}
      error={error}
      connection={connection}
      onRetry={() => void refresh()}
      {...props}
    >
      <Tools />
      <Status />
      <List />
    </Root>
  );
}
