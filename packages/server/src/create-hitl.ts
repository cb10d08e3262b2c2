import type { OnDenied } from '@hitl/protocol';
import { buildAgents, type AgentDefinition } from './agents/build-agents.ts';
import type { Bus } from './store/bus/bus.ts';
import { createFeed } from './streams/create-feed.ts';
import { createLocalBus } from './store/bus/local.ts';
import type { Notices } from './notify/notices.ts';
import { createPendingNotices, type OnPending } from './notify/pending-notices.ts';
import { createSettledNotices, type OnSettled } from './notify/settled-notices.ts';
import { createEngine } from './engine/create-engine.ts';
import { DEFAULT_TENANT } from './store/caller.ts';
import type { EngineOptions } from './engine/options.ts';
import type { Engine } from './engine/engine.ts';
import { createGate, type Gate } from './engine/gate.ts';
import { isForThisMachine, type Authentication } from './http/auth.ts';
import type { HandlerOptions } from './http/handler.ts';
import { createHandlerOnDemand } from './http/handler-on-demand.ts';
import { copyRemoteAddress } from './http/remote-address.ts';
import {
  refuseOther,
  refuseUnknownOptions,
  refuseUnlike,
  type OptionNames,
} from './base/options.ts';
import type { RuleContext } from '@hitl/permissions';
import type { Model } from './agents/model.ts';
import type { Tool } from './agents/tool.ts';
import { createMemoryPermissionStore } from './store/memory-permissions.ts';
import { createMemoryStore } from './store/memory.ts';
import type { PermissionStore } from './store/permission-store.ts';
import type { SessionStore } from './store/store.ts';
import { createMemoryVault } from './vault/vault.ts';
import type { Vault } from './store/secret-store.ts';
import { invalidOption } from './base/invalid-option.ts';

/**
 * Options of `createHitl`. Only `agents` is required; a server on a network needs `authenticate`.
 */
export interface HitlOptions
  extends
    Pick<
      EngineOptions,
      | 'defaultPolicy'
      | 'anonymousRuns'
      | 'separateReviewer'
      | 'permissionCache'
      | 'maxPending'
      | 'maxResultBytes'
      | 'owner'
      | 'liveness'
    >,
    Pick<HandlerOptions, 'allowedOrigins' | 'basePath' | 'maxBodyBytes' | 'limits'> {
  readonly agents: readonly AgentDefinition[];
  /** Tools that agents may name. */
  readonly tools?: readonly Tool[];
  /** Models that agents may name. */
  readonly models?: readonly Model[];
  /** Store of runs; closed with the server. Default: in memory, lost with the process. */
  readonly sessionStore?: SessionStore;
  /**
   * Store of rules; closed with the server. Default: in memory. `null`: there are no rules, and no
   * one is asked for consent.
   */
  readonly permissionStore?: PermissionStore | null;
  /**
   * Resources of tools and stores, such as connections to MCP servers and databases; closed with the
   * server, after its tools have ended and its stores are closed.
   */
  readonly resources?: readonly { close(): Promise<unknown> }[];
  /**
   * Bus that notifies other instances of changes; closed with the server. Default: within the
   * process.
   */
  readonly bus?: Bus;
  /**
   * Identifies the caller of a request; `null` refuses it. Default `none`: every program on this
   * machine may do everything, and requests to another host name than this machine's are refused.
   */
  readonly authenticate?: Authentication;
  /**
   * What happens when a person denies a call, unless the run or its agent says otherwise:
   * `continue` passes the reason to the model, `fail_run` ends the run. Default `continue`.
   */
  readonly onDenied?: OnDenied;
  /**
   * Store of sensitive answers; closed with the server. Default: in this process, so a restart asks
   * for them again. `null`: sensitive questions end as error results.
   */
  readonly vault?: Vault | null;
  /**
   * Called when this instance has opened a request; `postPending(url)` posts it. It never delays or
   * fails a run. Default: not called.
   */
  readonly onPending?: OnPending;
  /**
   * Called when a request is settled through this instance: answered, expired, cancelled or
   * superseded; `postSettled(url)` posts it. It never delays or fails a run. Default: not called.
   */
  readonly onSettled?: OnSettled;
  /**
   * Base folder of paths in rules, and how links are followed. Default: the root folder, no links.
   */
  readonly ruleContext?: Omit<RuleContext, 'tools'>;
  /**
   * Called with errors in the background and, together with the error id that the caller got, of
   * requests. Default: not called.
   */
  readonly onError?: (error: unknown, errorId?: string) => void;
}

/** A server in this process. */
export interface Hitl {
  /**
   * Answers a request. It needs no `this`. `from` is the request of a caller that another handler in this
   * process serves by this one, so that limits apply to the caller's address; anything else is ignored.
   */
  readonly fetch: (request: Request, from?: unknown) => Promise<Response>;
  /** Approval for external agent loops, without HTTP. */
  readonly gate: Gate;
  /** All operations of the server, for a caller chosen by the host. */
  readonly engine: Engine;
  /**
   * Starts background work: expiring requests, and resuming runs of an earlier process. The first
   * request and the first write start it as well, so only a server that should take over the work
   * of others needs this call. Before that the stores are not accessed: an application can be
   * built, and this module imported, without them. May be called repeatedly.
   */
  start(): void;
  /**
   * Takes no new work, lets running tools finish for `graceMs` (default 10,000), leaves pending
   * requests pending, and closes the stores and resources passed to it. From then on requests get
   * the problem `unavailable`.
   */
  close(graceMs?: number): Promise<void>;
}

const OPTIONS: OptionNames<HitlOptions> = {
  agents: true,
  tools: true,
  models: true,
  sessionStore: true,
  permissionStore: true,
  resources: true,
  bus: true,
  authenticate: true,
  allowedOrigins: true,
  basePath: true,
  maxBodyBytes: true,
  vault: true,
  onPending: true,
  onSettled: true,
  ruleContext: true,
  onError: true,
  defaultPolicy: true,
  anonymousRuns: true,
  onDenied: true,
  separateReviewer: true,
  permissionCache: true,
  maxPending: true,
  maxResultBytes: true,
  limits: true,
  owner: true,
  liveness: true,
};

const NO_FILES: Omit<RuleContext, 'tools'> = { root: '/', home: '/' };

function refuseNoList(option: string, value: unknown): void {
  if (value === undefined || Array.isArray(value)) return;
  throw invalidOption(`${option} of createHitl is not a list: write [ … ] around it.`);
}

/**
 * Creates a server from agents, tools and models. It does nothing until its first request, or
 * `start()`.
 * @throws HitlError `invalid_option` for an unknown option, an invalid store (such as a promise of
 * one), unknown or duplicate names, and for `separateReviewer` if callers are not identified.
 */
export function createHitl(options: HitlOptions): Hitl {
  refuseUnknownOptions('createHitl', options, OPTIONS);
  if (!Array.isArray(options.agents)) {
    throw invalidOption('createHitl needs agents: a list such as [{ name: "assistant" }].');
  }
  refuseNoList('tools', options.tools);
  refuseNoList('models', options.models);
  refuseUnlike('createHitl', 'sessionStore', options.sessionStore, ['load', 'append', 'close']);
  refuseUnlike('createHitl', 'permissionStore', options.permissionStore, [
    'rules',
    'save',
    'close',
  ]);
  refuseUnlike('createHitl', 'bus', options.bus, ['close']);
  refuseUnlike('createHitl', 'vault', options.vault, ['close']);
  const {
    sessionStore: store = createMemoryStore(),
    permissionStore: permissions = createMemoryPermissionStore(),
    bus = createLocalBus(),
    vault = createMemoryVault(),
    ruleContext = NO_FILES,
    onPending,
    onSettled,
    onError,
  } = options;
  refuseOther('createHitl', 'defaultPolicy', options.defaultPolicy, ['allow', 'ask', 'deny']);
  refuseOther('createHitl', 'anonymousRuns', options.anonymousRuns, ['settings', 'ask']);
  refuseOther('createHitl', 'onDenied', options.onDenied, ['continue', 'fail_run']);
  const { separateReviewer: separate = false, authenticate = 'none' } = options;
  if (separate && isForThisMachine(authenticate)) {
    throw invalidOption(
      'separateReviewer needs identified callers: set authenticate to a function.',
    );
  }
  const agents = buildAgents(options.agents, {
    models: options.models ?? [],
    tools: options.tools ?? [],
    ...(options.onDenied !== undefined && { onDenied: options.onDenied }),
    ruleContext,
  });
  const report = { onError: (error: unknown) => onError?.(error) };
  const feed = createFeed({ store, bus, ...report });
  const notices: readonly Notices[] = [
    ...(onPending === undefined ? [] : [createPendingNotices({ onPending, ...report })]),
    ...(onSettled === undefined ? [] : [createSettledNotices({ onSettled, ...report })]),
  ];
  const engine = createEngine({
    ...options,
    ...report,
    store,
    permissions,
    bus,
    feed,
    listeners: [
      () => engine.start(),
      (_key, _commit, events) => {
        for (const listener of notices) listener.appended(events);
      },
    ],
    agents,
    vault,
    ruleContext,
    namedCallers: typeof options.authenticate === 'function',
  });
  const handler = createHandlerOnDemand({ authenticate: 'none', ...options, engine });
  const closed = new AbortController();
  const answering = new Set<Promise<Response>>();
  let closing: Promise<void> | undefined;
  return {
    fetch(request, from) {
      engine.start();
      if (from instanceof Request) copyRemoteAddress(from, request);
      const answer = handler.fetch(request).finally(() => answering.delete(answer));
      answering.add(answer);
      return answer;
    },
    gate: createGate(engine, DEFAULT_TENANT, closed.signal),
    engine,
    start: () => engine.start(),
    close(graceMs) {
      closing ??= shutDown(graceMs);
      return closing;
    },
  };

  async function shutDown(graceMs?: number): Promise<void> {
    handler.close();
    closed.abort();
    await engine.close(graceMs);
    await Promise.all(notices.map((listener) => listener.close(graceMs ?? 10_000)));
    // Requests in progress still need the stores. They are brief: streams and long polls have
    // ended.
    await Promise.allSettled(answering);
    await feed.close();
    await bus.close();
    const closeResources = (): Promise<unknown> =>
      Promise.all((options.resources ?? []).map((resource) => resource.close()));
    // The connections of the stores may be among the resources.
    await Promise.all([store.close(), permissions?.close(), vault?.close()]).finally(
      closeResources,
    );
  }
}
