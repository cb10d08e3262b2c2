'use client';
import { type ReactElement } from 'react';
import { type AuditSource } from './audit-context.ts';
import { List } from './list.tsx';
import { Root, type RootProps } from './root.tsx';
import { Status } from './status.tsx';
import { Tools } from './tools.tsx';
import { useAudit } from './use-audit.ts';

/** As of `Root`, but for what is read by the id of the run. */
export type PanelProps = Omit<RootProps, keyof AuditSource> & { runId: string };

/** What happened in a run, read from the provider's client, and what is added to it as it happens. */
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
