import type { Latest, Metadata } from '../delta-folder/metadata.ts';

/** Whether the process that ran a run exists. `elsewhere`: it ran where this cannot be checked. */
export type OwnerState = 'alive' | 'gone' | 'elsewhere';

/** What `delta run` does with what it finds. */
export type Plan =
  | {
      readonly kind: 'new';
      readonly warning?: string;
      /** The run that is abandoned. */
      readonly left?: Metadata;
    }
  | { readonly kind: 'resume'; readonly metadata: Metadata }
  | { readonly kind: 'refuse'; readonly reason: string };

/**
 * Decides what happens to the newest run. Waiting and interrupted ones are resumed, ended ones are left to
 * history; one that still says RUNNING died, unless its process can be seen or cannot be looked for.
 */
export function planRun(
  latest: Latest,
  recover: boolean,
  ownerOf: (metadata: Metadata) => OwnerState,
): Plan {
  if (latest.kind === 'none') return { kind: 'new' };
  if (latest.kind === 'unreadable') {
    return {
      kind: 'new',
      warning: `The newest run cannot be read, and is left untouched. ${latest.why}`,
    };
  }
  const { metadata } = latest;
  const { run_id: id, pid, host } = metadata;
  switch (metadata.status) {
    case 'WAITING_FOR_INPUT':
    case 'INTERRUPTED':
      return { kind: 'resume', metadata };
    case 'COMPLETED':
    case 'FAILED':
      return { kind: 'new' };
    case 'RUNNING':
      switch (ownerOf(metadata)) {
        case 'alive':
          return {
            kind: 'refuse',
            reason: `The run ${id} is running in process ${pid}. Wait for it, or stop it.`,
          };
        case 'elsewhere':
          return recover
            ? { kind: 'resume', metadata }
            : {
                kind: 'refuse',
                reason: `The run ${id} was running on ${host} (process ${pid}), which this machine cannot check. If that process is gone, 'delta run --recover' takes the run over.`,
              };
        case 'gone':
          return recover
            ? { kind: 'resume', metadata }
            : {
                kind: 'new',
                left: metadata,
                warning: `The run ${id} was running when its process ${pid} ended. This is a new run; 'delta run --recover' would have resumed that one.`,
              };
      }
  }
}
