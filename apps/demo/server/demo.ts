import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  createHitl,
  createLocalAuthentication,
  createOpenAiModel,
  type AgentDefinition,
  type Hitl,
  type LocalAuthentication,
} from '@hitl/server';
import { buildConfig, loadConfig } from '@hitl/server/config';
import { openLocalSecret, serve, type ServedHandler } from '@hitl/server/node';
import { createPages } from './pages.ts';
import { resetWorkspace } from './workspace.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** How long a killed engine stays down, in milliseconds: long enough to notice. */
const DOWN_MS = 4000;

/** Options of the demo server. */
export interface DemoOptions {
  /** Folder of the database and the workspace; kept between starts. */
  readonly folder: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** `local`: everyone with the link. `none`: every program on this machine. */
  readonly auth: 'local' | 'none';
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly onError: (error: unknown) => void;
}

/** A running demo server. */
export interface Demo {
  readonly url: string;
  /** The URL to open: with `local`, a link that logs the browser in. */
  readonly link: string;
  /** The folder in which the tools work. */
  readonly workspace: string;
  close(): Promise<void>;
}

/** The whole product on one port: the page, the API, a SQLite file and real tools. */
export async function startDemo(options: DemoOptions): Promise<Demo> {
  const { folder, port, auth, env, onError } = options;
  const workspace = join(folder, 'workspace');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const authenticate =
    auth === 'none' ? 'none' : await createLocalAuthentication(openLocalSecret(folder));
  if (!(await exists(workspace))) await resetWorkspace(workspace);
  const config = await loadConfig(here('../config'), { env });
  const live = liveAgent(env);

  async function openHitl(): Promise<Hitl> {
    const built = await buildConfig(config, {
      workspace,
      folder,
      env,
      onError,
      store: { storeType: 'sqlite', path: join(folder, 'demo.db') },
    });
    return createHitl({
      ...built.options,
      authenticate,
      agents: [...(live === undefined ? [] : [live]), ...built.options.agents],
      onError,
    });
  }

  let hitl = await openHitl();
  let isDown = false;
  let resetting: Promise<void> | undefined;

  async function reopen(): Promise<void> {
    hitl = await openHitl();
    hitl.start();
    isDown = false;
  }

  /** Kills the engine in the middle of its work, and starts another one on the same database. */
  async function kill(): Promise<Response> {
    if (!isDown) {
      isDown = true;
      await hitl.close(0);
      setTimeout(() => void reopen().catch(onError), DOWN_MS);
    }
    return new Response(null, { status: 204 });
  }

  /** Several tabs may reset at the same time. */
  async function reset(): Promise<Response> {
    resetting ??= resetWorkspace(workspace).finally(() => {
      resetting = undefined;
    });
    await resetting;
    return new Response(null, { status: 204 });
  }

  const pages = createPages(here('../dist'));
  let served: ServedHandler;
  try {
    served = await serve({
      port,
      handler: {
        async fetch(request) {
          const command = commandOf(request);
          if (command !== undefined && (await isKnown(request, authenticate))) {
            return command === 'reset' ? reset() : kill();
          }
          const page = await pages(request);
          if (page !== null) return page;
          return isDown ? new Response(null, { status: 503 }) : hitl.fetch(request);
        },
      },
    });
  } catch (error) {
    await hitl.close(0);
    throw error;
  }
  hitl.start();
  return {
    url: served.url,
    link: authenticate === 'none' ? served.url : served.url + authenticate.loginPath,
    workspace,
    async close() {
      await Promise.all([hitl.close(2000), served.close(2000)]);
    },
  };
}

/** The same agent with a real model, if the environment configures one. */
function liveAgent(env: DemoOptions['env']): AgentDefinition | undefined {
  const { OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: key, HITL_MODEL: model } = env;
  if (!baseUrl || !key || !model) return undefined;
  return {
    name: 'live',
    description: `Works with ${model}: ask it for anything in the sample project`,
    model: createOpenAiModel({ name: 'live', baseUrl, model, apiKey: key }),
    tools: ['bash', 'file_read', 'file_write', 'file_edit', 'ask_human'],
    maxSteps: 30,
    consentTimeoutMs: 1_800_000,
    onNewMessage: 'supersede',
    systemPrompt:
      'You work on a small JavaScript project in the current folder. Use the tools; people are asked for permission by themselves. Ask with ask_human when you need to know something.',
  };
}

/** Names of this machine: a page of another site may let its own name lead here. */
const OWN_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The command in a request of a page of this origin, which no form can send. */
function commandOf(request: Request): 'reset' | 'kill' | undefined {
  const url = new URL(request.url);
  const isOurs =
    request.method === 'POST' &&
    OWN_NAMES.has(url.hostname) &&
    request.headers.get('content-type') === 'application/json' &&
    request.headers.get('origin') === url.origin;
  if (!isOurs) return undefined;
  const [, name] = /^\/demo\/(reset|kill)$/.exec(url.pathname) ?? [];
  return name === 'reset' || name === 'kill' ? name : undefined;
}

async function isKnown(
  request: Request,
  authenticate: LocalAuthentication | 'none',
): Promise<boolean> {
  return authenticate === 'none' || (await authenticate.recognize(request)) !== null;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
