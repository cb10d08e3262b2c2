import { whyNotSent } from '@hitl/client/view';
import type { common } from '../messages/en/common.ts';
import type { panels } from '../messages/en/panels.ts';

/** Why a rule or a run was not changed. */
export function whyNotChanged(error: unknown, words: typeof common & typeof panels): string {
  const { notChanged, changeForbidden: forbidden, notSentFor } = words;
  const why = whyNotSent(error, { ...words, notSentFor: { ...notSentFor, forbidden } });
  return `${notChanged} ${why}`.trim();
}
