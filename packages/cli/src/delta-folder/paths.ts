import { join } from 'node:path';

/** Paths of everything that `delta run` stores in a working directory. */
export interface DeltaPaths {
  /** `.delta` */
  readonly root: string;
  /** Held by the process that runs here. */
  readonly lock: string;
  /** The rules, in SQLite. */
  readonly permissions: string;
  /** One folder a run. */
  readonly runs: string;
  /** Points to the newest run. */
  readonly latest: string;
  /** The mailbox. */
  readonly interaction: string;
  /** What is asked; there if and only if a request is pending. */
  readonly request: string;
  /** Where the person answers. */
  readonly response: string;
}

/** Paths of everything of one run. */
export interface RunPaths {
  readonly folder: string;
  readonly execution: string;
  readonly metadata: string;
  /** What of a question in several parts is answered so far. */
  readonly parts: string;
  /** Sensitive answers, while the run lasts. */
  readonly secrets: string;
}

export function deltaPaths(directory: string): DeltaPaths {
  const root = join(directory, '.delta');
  const runs = join(root, 'runs');
  const interaction = join(root, 'interaction');
  return {
    root,
    lock: join(root, 'lock'),
    permissions: join(root, 'permissions.db'),
    runs,
    latest: join(runs, 'LATEST'),
    interaction,
    request: join(interaction, 'request.json'),
    response: join(interaction, 'response.txt'),
  };
}

export function runPaths({ runs }: DeltaPaths, runId: string): RunPaths {
  const folder = join(runs, runId);
  const execution = join(folder, 'execution');
  return {
    folder,
    execution,
    metadata: join(execution, 'metadata.json'),
    parts: join(execution, 'answered-parts.json'),
    secrets: join(folder, 'secrets'),
  };
}
