'use client';
import { type ReactNode } from 'react';
import { type PartProps, renderPart } from '../internal/part.tsx';
import { useAuditTrail } from './audit-context.ts';
import { Copy } from './copy.tsx';
import { Filter } from './filter.tsx';
import { Verification } from './verification.tsx';

/** The filter, the verification and the copy button, in one row. */
export function Tools(props: PartProps<'div'>): ReactNode {
  const { trail } = useAuditTrail('Tools');
  if (trail === null || trail.entries.length === 0) return null;
  return renderPart('div', 'audit-tools', {
    children: (
      <>
        <Filter />
        <Verification />
        <Copy />
      </>
    ),
    ...props,
  });
}
