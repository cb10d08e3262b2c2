'use client';
import { type ReactNode } from 'react';
import { Icon } from '../internal/icons.tsx';
import { type PartProps, renderPart } from '../internal/part.tsx';
import { useRecordWords } from '../messages/record-words.ts';
import { useAuditTrail } from './audit-context.ts';

/**
 * Whether the trail is unchanged, by its hashes. `data-state`: `checking`, `verified`, `broken`
 * with the first broken entry, `unverifiable`. Renders nothing without a trail.
 */
export function Verification(props: PartProps<'p'>): ReactNode {
  const { trail, verification } = useAuditTrail('Verification');
  const messages = useRecordWords();
  if (trail === null) return null;
  const { state } = verification;
  const icons = {
    checking: 'clock',
    verified: 'check',
    broken: 'high',
    unverifiable: 'medium',
  } as const;
  const said = {
    checking: () => messages.checkingTrail,
    verified: () =>
      verification.state === 'verified' ? messages.trailVerified(verification.entries) : '',
    broken: () =>
      verification.state === 'broken'
        ? messages.trailBroken(verification.entry, verification.why)
        : '',
    unverifiable: () => messages.trailUnverifiable,
  };
  return renderPart('p', 'audit-verification', {
    role: state === 'broken' ? 'alert' : undefined,
    'data-state': state,
    children: (
      <>
        <Icon name={icons[state]} />
        {said[state]()}
      </>
    ),
    ...props,
  });
}
