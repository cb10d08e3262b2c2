'use client';
import type { ClientError } from '@hitl/client';
import type { InteractionResponse, RespondResult } from '@hitl/protocol';
import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { hitlKeys } from './keys.ts';
import { useSource, type SourceOptions } from './use-source.ts';

/** One idempotency key per answer, so that retries count once. */
const keys = new WeakMap<InteractionResponse, string>();

function keyOf(response: InteractionResponse): string {
  const key = keys.get(response) ?? crypto.randomUUID();
  keys.set(response, key);
  return key;
}

/**
 * Answers a request, for custom buttons with the query hooks. Retries of the same answer count
 * once. Everything that the answer changed is fetched again: the interaction, its run, lists of
 * runs and sessions, and the rules if it saved one. The built-in cards do not need this: they send
 * answers, store drafts and resolve unknown outcomes themselves.
 */
export function useRespond(
  options: SourceOptions = {},
): UseMutationResult<RespondResult, ClientError, InteractionResponse> {
  const { client, queryClient } = useSource(options);
  return useMutation(
    {
      mutationFn: (response: InteractionResponse) =>
        client.respond(response, { idempotencyKey: keyOf(response) }),
      // Even after a failure: another person may have answered.
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
