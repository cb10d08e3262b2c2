import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { buildConfig, loadConfig, type BuildOptions } from '../../src/config/index.ts';
import { createHitl, type HitlOptions } from '../../src/create-hitl.ts';
import { serve } from '../../src/node/index.ts';

/** A folder with files, without links in its path; deleted after the test. */
export async function folderWith(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'hitl-attack-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await Promise.all(
    Object.entries(files).map(async ([name, text]) => {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }),
  );
  return folder;
}

/** A response of a server. */
export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A server on a real port, built from the YAML files in `hitl/` of its workspace. */
export interface ConfiguredServer {
  readonly url: string;
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
}

/** Serves the configuration `workspace/hitl` in a workspace, with its runs in `.hitl/hitl.db` there. */
export async function serveConfig(
  workspace: string,
  build: Partial<BuildOptions> = {},
  options: Partial<HitlOptions> = {},
): Promise<ConfiguredServer> {
  const config = await loadConfig(join(workspace, 'hitl'), { env: {} });
  const built = await buildConfig(config, { workspace, folder: workspace, env: {}, ...build });
  const hitl = createHitl({ ...built.options, ...options });
  const server = await serve({ handler: hitl, port: 0 });
  onTestFinished(async () => {
    await server.close(0);
    await hitl.close(0);
  });
  return {
    url: server.url,
    async post(path, body, headers = {}) {
      const response = await fetch(server.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
      return { status: response.status, body: (await response.json()) as Answer['body'] };
    },
  };
}
