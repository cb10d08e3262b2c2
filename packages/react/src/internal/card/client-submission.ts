import type { HitlClient } from '@hitl/client';
import { createSubmissionTo, type Submission } from './submission.ts';

/** Sends the answer to one request through a client. */
export function clientSubmission(client: HitlClient, _requestId: string): Submission {
  return createSubmissionTo(async (response) => {
    await client.respond(response);
  });
}
