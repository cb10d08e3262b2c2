import { join } from 'node:path';

/** Paths of everything that `delta run` stores in a working directory. */
export interface DeltaPaths {
  /** `.delta` */
  readonly root: string;
  /** Lock of the process that runs here. */
  readonly lock: string;
  /** The rules, in SQLite. */
  readonly permissions: string;
  /** One folder per run. */
  readonly runs: string;
  /** Points to the newest run. */
  readonly latest: string;
  /** The mailbox. */
  readonly interaction: string;
  /** The question; exists only while a request is pending. */
  readonly request: string;
  /** The answer of the person. */
  readonly response: string;
}

/** Paths of one run. */
export interface RunPaths {
  readonly folder: string;
  readonly execution: string;
  readonly metadata: string;
  /** Answers so far to a question in several parts. */
  readonly parts: string;
  /** Sensitive answers, until the run ends. */
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
