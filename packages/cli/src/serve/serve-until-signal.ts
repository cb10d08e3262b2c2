import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { createAgUiHandler } from '@hitl/adapters/ag-ui';
import { createHitl } from '@hitl/server';
import { buildConfig, keyVariablesOf } from '@hitl/server/config';
import { serve, type ServedHandler } from '@hitl/server/node';
import { forgetKeys, hideNamedKeys } from '../process/environment.ts';
import type { CliIo } from '../process/io.ts';
import { createLog, type Log } from '../process/log.ts';
import { isLoopback } from '../remote/loopback.ts';
import { readDirectory } from '../delta-folder/directory.ts';
import { firstSignal } from '../process/signals.ts';
import { UsageError } from '../process/usage-error.ts';
import type { ServeFlags } from './flags.ts';
import { PAGE_NOT_BUILT, withInboxPage } from './inbox-page.ts';
import { keySetFile } from './jwt.ts';
import { createMailboxRelay } from './mailbox-relay.ts';
import { readAuthentication, readConfig, readStore, STATE_FOLDER } from './settings.ts';
import { messageOf } from '../process/message-of.ts';

/** Serves a configuration until SIGTERM or SIGINT, and resolves when everything is closed. */
export async function serveUntilSignal(flags: ServeFlags, io: CliIo): Promise<void> {
  const log = createLog(flags.logLevel, (line) => io.stderr.write(line));
  const asked = firstSignal(io, ['SIGINT', 'SIGTERM'], 'fatal');
  try {
    const directories = [
      ...new Set((flags.mailbox ?? []).map((dir) => readDirectory(dir, '--mailbox'))),
    ];
    const config = await readConfig(flags, io);
    hideNamedKeys(io, keyVariablesOf(config));
    const auth = flags.auth ?? config.server.auth;
    refuseUnprotectedHost(auth, flags.host);
    const onError = createReport(log);
    const overrides = {
      authenticate: await readAuthentication(auth, flags, config, io, log),
      basePath: flags.basePath ?? config.server.base_path,
      allowedOrigins: flags.allowOrigin ?? config.server.allowed_origins,
      onError,
    };
    const { tokenFile } = flags;
    const secretPaths = tokenFile === undefined ? [] : [resolve(tokenFile)];
    const keySet = auth === 'jwt' ? keySetFile(flags, config.server.jwt) : undefined;
    const built = await buildConfig(config, {
      protectedPaths: keySet === undefined ? secretPaths : [...secretPaths, keySet],
      workspace: readDirectory(flags.workspace ?? '.', '--workspace'),
      store: readStore(flags),
      env: io.env,
      onError,
      onWarning: log.warn,
    });
    for (const { agent, reason } of built.withoutPermissions) {
      log.warn(
        `permissions of the agent "${agent}" are off (${reason}): its tools run without asking anyone`,
      );
    }
    forgetKeys(io.env, [...built.keyVariables, 'HITL_TOKENS', 'HITL_TOKEN']);
    for (const path of readableByOthers([...secretPaths, ...built.files, ...built.keyFiles])) {
      log.warn(`other users of this machine can read ${path}. Use chmod 600.`);
    }
    const hitl = createHitl({ ...built.options, ...overrides });
    const { basePath } = overrides;
    const pages = withInboxPage(hitl, basePath);
    let served: ServedHandler;
    try {
      const agUi = createAgUiHandler({ hitl, basePath });
      const handler = { fetch: (request: Request) => agUi(request) ?? pages.fetch(request) };
      served = await serve({ handler, host: flags.host, port: flags.port });
    } catch (error) {
      await hitl.close(0);
      throw listenError(error, flags);
    }
    hitl.start();
    const { vault = null } = built.options;
    const relays = directories.map((directory) =>
      createMailboxRelay({ engine: hitl.engine, vault, directory, log }),
    );
    const url = `${served.url}${basePath}`;
    io.stdout.write(`listening on ${url}\n`);
    const { authenticate } = overrides;
    const isLocal = typeof authenticate === 'object';
    if (pages.isBuilt) {
      log.info(`open the inbox at ${url}${isLocal ? authenticate.loginPath : '/'}`);
    } else log.warn(`${PAGE_NOT_BUILT} Until then, use "hitl inbox --server ${url}".`);
    if (isLocal) log.info(`programs send the secret of ${STATE_FOLDER}/token as a bearer token`);
    if (config.agents.length === 0 && flags.mailbox === undefined) {
      const why = flags.config === undefined ? 'without --config' : `in ${flags.config}`;
      log.info(`${why} there are no agents: ${NO_AGENTS}`);
    }
    if (authenticate === 'none') log.warn(NO_AUTHENTICATION);
    const signal = await asked.signal;
    log.info(
      `${signal}: shutting down: running tools have ${flags.grace} ms to finish, pending requests stay pending`,
    );
    // First, because they use what the server closes.
    await Promise.all(relays.map((relay) => relay.close()));
    await Promise.all([hitl.close(flags.grace), served.close(flags.grace)]);
  } finally {
    asked.release();
  }
}

const NO_AGENTS = 'it decides about the calls of other programs, and asks people';

const NO_AUTHENTICATION =
  '--auth none: every program on this machine can answer requests and save rules, including one that an agent started. Use it only to try things out.';

/** Those of the files that other users of this machine may read or write; missing files are skipped. */
function readableByOthers(paths: readonly string[]): readonly string[] {
  // Windows has no file modes.
  if (process.getuid === undefined) return [];
  return paths.filter((path) => {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats?.isFile() === true && (stats.mode & 0o066) !== 0;
  });
}

/** Without authentication, everyone who can reach the server may do everything. */
function refuseUnprotectedHost(auth: string, host: string): void {
  if (auth === 'token' || auth === 'jwt' || isLoopback(host)) return;
  throw new UsageError(
    `--host ${host} lets other machines in, and --auth ${auth} is for this one. Use --auth token or jwt, or a host of this machine such as 127.0.0.1.`,
  );
}

function createReport(log: Log): (error: unknown, errorId?: string) => void {
  return (error, errorId) => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    log.error(errorId === undefined ? text : `${errorId} ${text}`);
  };
}

function listenError(error: unknown, { host, port }: ServeFlags): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new Error(
      `port ${port} on ${host} is in use. Choose another one with --port, or --port 0 for a free one.`,
      { cause: error },
    );
  }
  return new Error(`cannot listen on ${host}, port ${port}: ${messageOf(error)}`, { cause: error });
}
