import { AuditTrail } from '@hitl/react/audit';
import { Receipt } from '@hitl/react/receipt';

export function Record({ runId, interactionId }: { runId: string; interactionId: string }) {
  return (
    <>
      <Receipt.Panel interactionId={interactionId} />
      <AuditTrail.Panel runId={runId} />
    </>
  );
}
