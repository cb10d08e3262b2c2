'use client';
import type { AuditFlaw, AuditTrail } from '@hitl/protocol';
import { verifyAudit } from '@hitl/protocol/fold';
import { useEffect, useState } from 'react';

/** Result of verifying a trail's hashes. */
export type Verification =
  | { readonly state: 'checking' }
  | { readonly state: 'verified'; readonly entries: number }
  /** `entry` is its number in the trail, from 1. */
  | { readonly state: 'broken'; readonly entry: number; readonly why: AuditFlaw }
  /** It has no hashes, or this page cannot compute any: it was loaded without https. */
  | { readonly state: 'unverifiable' };

const CHECKING: Verification = { state: 'checking' };

async function verified(trail: AuditTrail, expect: string | undefined): Promise<Verification> {
  try {
    const verdict = await verifyAudit(trail, expect === undefined ? {} : { expect });
    if (verdict.ok) return { state: 'verified', entries: verdict.entries };
    if (verdict.why === 'unsealed') return { state: 'unverifiable' };
    return { state: 'broken', entry: verdict.broken_at + 1, why: verdict.why };
  } catch {
    return { state: 'unverifiable' };
  }
}

/** Recomputes the hashes of a trail. While a longer one is checked, the previous result remains. */
export function useVerification(
  trail: AuditTrail | null,
  expect: string | undefined,
): Verification {
  const [verification, setVerification] = useState(CHECKING);
  useEffect(() => {
    if (trail === null) return undefined;
    let current = true;
    void (async () => {
      const next = await verified(trail, expect);
      if (current) setVerification(next);
    })();
    return () => {
      current = false;
    };
  }, [trail, expect]);
  return verification;
}
