import { cp, mkdir, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const sample = fileURLToPath(new URL('../../../examples/sample-project', import.meta.url));

/** Replaces the tools' folder by a fresh copy of the sample project. */
export async function resetWorkspace(workspace: string): Promise<void> {
  await rm(workspace, { recursive: true, force: true });
  await mkdir(workspace, { recursive: true });
  await cp(sample, workspace, { recursive: true });
}
