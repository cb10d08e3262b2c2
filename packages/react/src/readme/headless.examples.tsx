import { approvalOf, denialOf } from '@hitl/client';
import type { ConfirmRequest } from '@hitl/protocol';
import { ArgsPreview, useSubmission } from '@hitl/react';

export function MyCard({ request }: { request: ConfirmRequest }) {
  const { status, error, submit } = useSubmission(request);
  const open = status === 'pending' || status === 'failed';
  return (
    <section aria-busy={status === 'submitting'}>
      <ArgsPreview args={request.tool_args} />
      {error instanceof Error && <p role="alert">{error.message}</p>}
      <button type="button" disabled={!open} onClick={() => void submit(denialOf(request))}>
        No
      </button>
      <button type="button" disabled={!open} onClick={() => void submit(approvalOf(request))}>
        Yes
      </button>
    </section>
  );
}
