'use client';
import { type ReactNode } from 'react';
import { type PartProps } from '../internal/part.tsx';
import { CopyButton } from '../internal/record/copy-button.tsx';
import { useRecordWords } from '../messages/record-words.ts';
import { useAuditTrail } from './audit-context.ts';
import { trailText } from './trail-text.ts';

/**
 * Copies all shown entries as text, including those not rendered. `data-state`: `idle`; `copied` or
 * `failed` until the button loses focus.
 */
export function Copy(props: PartProps<'button'>): ReactNode {
  const { shown } = useAuditTrail('Copy');
  const messages = useRecordWords();
  if (shown.length === 0) return null;
  return <CopyButton partName="audit-copy" text={() => trailText(shown, messages)} {...props} />;
}
