'use client';
import type { ClientError } from '@hitl/client';
import type { InteractionResponse, RespondResult } from '@hitl/protocol';
import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { hitlKeys } from './keys.ts';
import { useSource, type SourceOptions } from './use-source.ts';

/** One key for each answer, however often it is tried: the server takes it once. */
const keys = new WeakMap<InteractionResponse, string>();

function keyOf(response: InteractionResponse): string {
  const key = keys.get(response) ?? crypto.randomUUID();
  keys.set(response, key);
  return key;
}

/**
 * Answers a request, for buttons of your own beside the query hooks. Tries of the same answer, as
 * `retry` makes them, are taken once. What the answer changed is fetched again: the interaction, its
 * run, lists of runs and sessions, and rules where it saves one. The cards need none of this: they
 * send, keep drafts and tell an unknown outcome by themselves.
 */
export function useRespond(
  options: SourceOptions = {},
): UseMutationResult<RespondResult, ClientError, InteractionResponse> {
  const { client, queryClient } = useSource(options);
  return useMutation(
    {
      mutationFn: (response: InteractionResponse) =>
        client.respond(response, { idempotencyKey: keyOf(response) }),
      // Also after a failure: another person may have answered.
      async onSettled(result, _error, response) {
        const saves = 'remember' in response && (response.remember?.scope ?? 'once') !== 'once';
        const changed = [
          hitlKeys.interaction(response.request_id),
          hitlKeys.runs().slice(0, -1),
          hitlKeys.sessions().slice(0, -1),
          ...(result === undefined ? [] : [hitlKeys.run(result.run.id)]),
          ...(saves ? [hitlKeys.rules('').slice(0, -1)] : []),
        ];
        await Promise.all(changed.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
      },
    },
    queryClient,
  );
}
