import { createHitl, type Hitl } from '@hitl/server';
import { buildConfig, loadConfig } from '@hitl/server/config';

/** The agents of a folder, in a server of your own. */
export async function serverOf(folder: string): Promise<Hitl> {
  const { env } = process;
  const config = await loadConfig(folder, { env });
  const { options } = await buildConfig(config, { workspace: process.cwd(), env });
  return createHitl({ ...options, authenticate: 'none' });
}
