import type { CardOutcome } from '@hitl/client/view';
import type { IconName } from '../icons.tsx';

/** The icon of each outcome, next to its word. */
export const OUTCOME_ICONS: Readonly<Record<CardOutcome, IconName>> = {
  approved: 'check',
  edited: 'edit',
  answered: 'check',
  denied: 'cross',
  declined: 'cross',
  stopped: 'stop',
  expired: 'clock',
  cancelled: 'stop',
  superseded: 'cross',
};
