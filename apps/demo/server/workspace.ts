import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const sample = fileURLToPath(new URL('../../../examples/sample-project', import.meta.url));

/** Replaces the tools' folder by a fresh copy of the sample project, with an old build of it. */
export async function resetWorkspace(workspace: string): Promise<void> {
  // A tool that still runs may write into it meanwhile.
  await rm(workspace, { recursive: true, force: true, maxRetries: 5 });
  await mkdir(workspace, { recursive: true });
  await cp(sample, workspace, { recursive: true });
  // What the agent that cleans up removes.
  await cp(join(sample, 'src'), join(workspace, 'build'), { recursive: true });
}
