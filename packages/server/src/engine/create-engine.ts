import { given } from '../base/given.ts';
import { createEvaluator } from '../approval/evaluate.ts';
import { createResultCache } from '../runner/result-cache.ts';
import { createRunner } from '../runner/runner.ts';
import type { Tool } from '../agents/tool.ts';
import { createTranscripts } from '../runner/transcripts.ts';
import type { Agent } from '../agents/agent.ts';
import { cancelInteraction } from './cancel.ts';
import { claimCall } from './claim.ts';
import { completeCall } from './complete.ts';
import type { EngineContext } from './context.ts';
import type { Engine } from './engine.ts';
import type { EngineOptions } from './options.ts';
import { createOwnRequests } from './own-requests.ts';
import { createExternal } from './external.ts';
import { createPolicyChain } from '../approval/policy-chain.ts';
import { completeLimits } from '../approval/limits.ts';
import { check, getPermissions, listRules, revokeRule, saveRule } from './manage-rules.ts';
import {
  audit,
  deleteSession,
  getInteraction,
  getMessages,
  getRun,
  getSession,
  listAgents,
  listInteractions,
  listRuns,
  listSessions,
} from './read.ts';
import { createQuota } from '../approval/quota.ts';
import { respond, respondAll } from './respond.ts';
import { consentTo, decideCall } from './respond-by-call.ts';
import { createRuleCache } from '../approval/rule-cache.ts';
import { createSecrets } from '../approval/secrets.ts';
import { createSessionLog, type SessionLog } from '../log/session-log.ts';
import { controlRun, createRun } from './start-run.ts';
import { createStarts } from '../runner/starts.ts';
import { createSweeper } from './sweeper.ts';
import { invalidOption } from '../base/invalid-option.ts';

/**
 * Builds the engine. Call `start()` to begin looking for orphaned runs, and `close()` at the end.
 * @throws HitlError `invalid_option` for an invalid limit, for agents with the same name and for
 * different tools with the same name.
 */
export function createEngine(options: EngineOptions): Engine {
  const {
    store,
    permissions,
    bus,
    feed,
    defaultPolicy = 'ask',
    anonymousRuns = 'settings',
    separateReviewer = false,
    maxPending = 64,
    maxResultBytes = 65_536,
    owner = crypto.randomUUID(),
    now = Date.now,
    onError = () => undefined,
  } = options;
  const agents = byName(options.agents);
  const tools = allTools(options.agents);
  const quota = createQuota(store, completeLimits(options.limits));
  const rules = createRuleCache({
    store: permissions,
    tools,
    now,
    onError,
    ruleLength: quota.limits.ruleLength,
    namedCallers: options.namedCallers === true,
    ...given({ context: options.ruleContext, cache: options.permissionCache }),
  });
  const transcripts = createTranscripts(store);
  const ownRequests = createOwnRequests(() => log);
  const log: SessionLog = createSessionLog(
    store,
    [
      (...commit) => transcripts.appended(...commit),
      (...commit) => ownRequests.appended(...commit),
      (key, ...commit) => feed.appended(key, ...commit, () => log.recent(key)),
      ...(options.listeners ?? []),
    ],
    Math.random,
    (...commit) => transcripts.chapter(...commit),
    now,
  );
  const hasPermissionStore = permissions !== null;
  const chain = createPolicyChain({ rules, hasPermissionStore, defaultPolicy, anonymousRuns });
  const secrets = createSecrets(options.vault ?? null);
  const hasVault = secrets.available;
  const evaluator = createEvaluator({ chain, rules, maxPending, quota, hasVault });
  const parts: Omit<EngineContext, 'runner'> = {
    store,
    permissions,
    log,
    ownRequests,
    bus,
    feed,
    rules,
    chain,
    evaluator,
    secrets,
    transcripts,
    starts: createStarts(),
    results: createResultCache(),
    agents,
    tools,
    maxPending,
    maxResultBytes,
    separateReviewer,
    quota,
    owner,
    now,
    onError,
  };
  const runner = createRunner(parts);
  const context: EngineContext = { ...parts, runner };
  const sweeper = createSweeper(context, options.liveness);
  const unsubscribe = bus.subscribe((change) => {
    if (change.kind === 'rules') rules.invalidate(change.tenantId, change.userId);
    if (change.kind === 'session') log.hinted(change.key);
  });

  return {
    feed,
    agents: () => listAgents(context),
    createRun: (...call) => createRun(context, ...call),
    getRun: (...call) => getRun(context, ...call),
    listRuns: (...call) => listRuns(context, ...call),
    control: (...call) => controlRun(context, ...call),
    audit: (...call) => audit(context, ...call),
    listSessions: (...call) => listSessions(context, ...call),
    getSession: (...call) => getSession(context, ...call),
    getMessages: (...call) => getMessages(context, ...call),
    deleteSession: (...call) => deleteSession(context, ...call),
    listInteractions: (...call) => listInteractions(context, ...call),
    getInteraction: (...call) => getInteraction(context, ...call),
    createInteraction: (...call) => createExternal(context, ...call),
    claim: (...call) => claimCall(context, ...call),
    complete: (...call) => completeCall(context, ...call),
    cancel: (...call) => cancelInteraction(context, ...call),
    respond: (...call) => respond(context, ...call),
    respondAll: (...call) => respondAll(context, ...call),
    decide: (...call) => decideCall(context, ...call),
    consent: (...call) => consentTo(context, ...call),
    getPermissions: (...call) => getPermissions(context, ...call),
    listRules: (...call) => listRules(context, ...call),
    saveRule: (...call) => saveRule(context, ...call),
    revokeRule: (...call) => revokeRule(context, ...call),
    check: (...call) => check(context, ...call),
    start: () => sweeper.start(),
    async close(graceMs = 10_000) {
      unsubscribe();
      await sweeper.close();
      await runner.close(graceMs);
      await rules.writeUses();
    },
  };
}

function byName(agents: readonly Agent[]): ReadonlyMap<string, Agent> {
  const named = new Map(agents.map((agent) => [agent.name, agent]));
  if (named.size < agents.length) {
    throw invalidOption('Two agents have the same name.');
  }
  return named;
}

/** Rules refer to tools by name only, so a name must mean one kind of subject. */
function allTools(agents: readonly Agent[]): ReadonlyMap<string, Tool> {
  const tools = new Map<string, Tool>();
  for (const agent of agents) {
    for (const [name, tool] of agent.tools) {
      const known = tools.get(name);
      if (known !== undefined && subjectOf(known) !== subjectOf(tool)) {
        throw invalidOption(
          `Two tools are named ${name} but name their subject differently, so a rule for ${name} would be ambiguous.`,
        );
      }
      tools.set(name, tool);
    }
  }
  return tools;
}

function subjectOf({ permission }: Tool): string {
  return JSON.stringify([
    permission?.kind,
    permission?.arg,
    permission?.safeArgs,
    permission?.injectedArgs,
  ]);
}
