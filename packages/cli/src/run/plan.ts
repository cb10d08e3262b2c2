import type { Latest, Metadata } from '../delta-folder/metadata.ts';

/** Whether the process of a run exists. `elsewhere`: that cannot be checked here. */
export type OwnerState = 'alive' | 'gone' | 'elsewhere';

/** What `delta run` does about the newest run. */
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
 * Decides what to do about the newest run. A waiting or interrupted run is resumed; after an ended
 * one a new run starts. A run whose state is RUNNING has crashed, unless its process exists or
 * cannot be checked.
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
