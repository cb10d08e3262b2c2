import type { StepDelta, ToolCall } from '@hitl/protocol';
import {
  argsDigest,
  formatTime,
  rootOf,
  type CallState,
  type ControlState,
  type RunState,
  type RunTree,
} from '@hitl/protocol/fold';
import type { Announcer } from '../bus/feed.ts';
import type { Bus } from '../bus/bus.ts';
import type { Agent } from '../core/agent.ts';
import type { Command } from '../core/commands.ts';
import { nextEffect, type Effect } from '../core/effects.ts';
import { questionRequest, recoveryRequest } from '../core/request.ts';
import { errorResult } from '../core/results.ts';
import { LEASE_MS, type SessionLog, type Transacted } from '../core/session-log.ts';
import type { LoadedSession, SessionKey, SessionStore } from '../store/store.ts';
import { executeTool } from './execute-tool.ts';
import { askedCall, type Judge, type JudgedRun } from './judge.ts';
import type { ModelChunk } from './model.ts';
import { toToolCall } from './propose.ts';
import type { Tool } from './tool.ts';
import { messagesOf, toModelMessages, turnsOf, type Transcripts } from './transcript.ts';

const RENEW_MS = 10_000;
const MAX_NESTING = 16;

/** What the loop works with. */
export interface RunnerOptions {
  readonly store: SessionStore;
  readonly log: SessionLog;
  readonly bus: Bus;
  readonly announcer: Announcer;
  readonly agents: ReadonlyMap<string, Agent>;
  readonly judge: Judge;
  readonly transcripts: Transcripts;
  readonly saveRules: (key: SessionKey, tree: RunTree) => Promise<void>;
  /** This instance. */
  readonly owner: string;
  readonly max_result_bytes: number;
  readonly now: () => number;
  /** Told what broke; the run stays where it is until somebody claims it. */
  readonly onError: (error: unknown, key: SessionKey) => void;
}

/** Drives the runs that this instance owns: load, ask for the next effect, do it, append the outcome. */
export interface Runner {
  /** Drives a run in the background, unless it is driven already. */
  drive(key: SessionKey, rootRunId: string): void;
  /** Starts nothing more, waits up to `graceMs` for tools that run, then stops them. */
  close(graceMs: number): Promise<void>;
}

/** One run under way. */
interface Drive {
  readonly key: SessionKey;
  readonly rootRunId: string;
  /** Stops the model or tool that works for it. */
  readonly controller: AbortController;
  readonly done: Promise<void>;
  /** Somebody asked for it again while it was ending. */
  again: boolean;
  /** A model or a tool works for it: only then can a change by others matter at once. */
  busy: boolean;
}

export function createRunner(options: RunnerOptions): Runner {
  const { store, log, agents, judge, owner } = options;
  const drives = new Map<string, Drive>();
  let closing = false;

  function drive(key: SessionKey, rootRunId: string): void {
    if (closing) return;
    const running = drives.get(rootRunId);
    if (running !== undefined) {
      running.again = true;
      return;
    }
    const controller = new AbortController();
    const entry: Drive = {
      key,
      rootRunId,
      controller,
      again: false,
      busy: false,
      // Begun in a microtask, so that the entry is there when it looks for itself.
      done: Promise.resolve().then(() => supervise(entry)),
    };
    drives.set(rootRunId, entry);
  }

  async function supervise(entry: Drive): Promise<void> {
    const { key, rootRunId, controller } = entry;
    const renewal = setInterval(() => {
      store.renew(key, owner, LEASE_MS).then(
        (held) => held || void watch(entry),
        (error: unknown) => options.onError(error, key),
      );
    }, RENEW_MS);
    const unsubscribe = options.bus.subscribe((change) => {
      if (change.kind === 'session' && change.key.session_id === key.session_id) void watch(entry);
    });
    try {
      await loop(entry);
    } catch (error) {
      options.onError(error, key);
    } finally {
      clearInterval(renewal);
      unsubscribe();
      drives.delete(rootRunId);
      controller.abort();
      if (entry.again) drive(key, rootRunId);
      if (closing) await release(key);
    }
  }

  /** Lets another instance take the run at once. */
  async function release(key: SessionKey): Promise<void> {
    try {
      await store.renew(key, owner, 0);
    } catch (error) {
      options.onError(error, key);
    }
  }

  /** Does the work that others may have to stop. */
  async function whileBusy<T>(entry: Drive, work: Promise<T>): Promise<T> {
    entry.busy = true;
    try {
      return await work;
    } finally {
      entry.busy = false;
    }
  }

  /** Stops the work at hand when the run has ended or belongs to somebody else now. */
  async function watch({ key, rootRunId, controller, busy }: Drive): Promise<void> {
    if (!busy || controller.signal.aborted) return;
    try {
      const { state } = await store.load(key);
      if (state.trees[rootRunId]?.owner !== owner) controller.abort();
    } catch (error) {
      options.onError(error, key);
    }
  }

  async function loop(entry: Drive): Promise<void> {
    for (;;) {
      entry.again = false;
      const loaded = await log.load(entry.key);
      const tree = loaded.state.trees[entry.rootRunId];
      if (tree === undefined || closing) return;
      const effect = nextEffect(tree);
      if (effect.type === 'save_rules') {
        await options.saveRules(entry.key, tree);
        continue;
      }
      if (tree.owner !== owner) return;
      if (effect.type === 'paused') {
        await release(entry.key);
        return;
      }
      if (effect.type === 'none' || effect.type === 'wait_for_person') return;
      const outcome = await perform(entry, loaded, tree, effect);
      if (outcome?.kind === 'not_owner') return;
    }
  }

  async function perform(
    entry: Drive,
    loaded: LoadedSession,
    tree: RunTree,
    effect: Exclude<Effect, { type: 'none' | 'paused' | 'wait_for_person' | 'save_rules' }>,
  ): Promise<Transacted | null> {
    const { run } = effect;
    const agent = agents.get(run.agent_id);
    if (agent === undefined) {
      return log.transact(entry.key, {
        type: 'fail_run',
        run_id: run.id,
        owner,
        error: `The agent ${run.agent_id} is not configured on this server`,
        code: 'agent_missing',
      });
    }
    const judged: JudgedRun = {
      key: entry.key,
      tree,
      run,
      agent,
      waiting: countWaiting(loaded.state),
      now: loaded.now,
    };
    switch (effect.type) {
      case 'call_model':
        return callModel(entry, judged);
      case 'judge_batch':
        return log.transact(entry.key, {
          type: 'judge_batch',
          run_id: run.id,
          owner,
          message_id: run.batch?.message_id ?? '',
          judgements: await judge.batch(judged),
        });
      case 'record_result':
        return log.transact(entry.key, { type: 'record_result', ...callIds(run, effect.call) });
      case 'execute_tool':
        return execute(entry, judged, effect.call);
      case 'recover_call':
        return recover(entry, judged, effect.call);
    }
  }

  function callIds(run: RunState, call: CallState) {
    return { run_id: run.id, tool_call_id: call.tool_call_id, owner };
  }

  async function callModel(entry: Drive, judged: JudgedRun): Promise<Transacted | null> {
    const { key, run, tree, agent } = judged;
    if (run.steps >= agent.max_steps) {
      return log.transact(key, {
        type: 'fail_run',
        run_id: run.id,
        owner,
        error: `The agent reached its limit of ${agent.max_steps} steps`,
        code: 'max_steps',
      });
    }
    const transcript = await options.transcripts.load(key);
    const own = messagesOf(transcript, run.id);
    const messageId = crypto.randomUUID();
    const started = options.now();
    const announce = (offset: number, text: string) => {
      const delta: StepDelta = {
        type: 'step_delta',
        run_id: run.id,
        root_run_id: tree.root_run_id,
        session_id: key.session_id,
        timestamp: formatTime(options.now()),
        data: { message_id: messageId, offset, text },
      };
      options.announcer.delta(key, delta);
    };
    try {
      const turn = await whileBusy(
        entry,
        readTurn(
          agent.model.generate({
            system_prompt: agent.system_prompt,
            messages: toModelMessages(own),
            tools: [...agent.tools.values()].map(({ name, description, parameters }) => ({
              name,
              parameters,
              ...(description !== undefined && { description }),
            })),
            turn: turnsOf(transcript, agent.name),
            signal: entry.controller.signal,
          }),
          announce,
        ),
      );
      if (entry.controller.signal.aborted) return null;
      const used = new Set(
        own.flatMap(({ run_id, tool_calls }) =>
          run_id === run.id ? (tool_calls ?? []).map(({ id }) => id) : [],
        ),
      );
      return await log.transact(key, {
        type: 'complete_step',
        run_id: run.id,
        owner,
        metrics: { steps: run.steps + 1, ...turn.usage },
        step: {
          id: messageId,
          role: 'assistant',
          content: turn.text,
          ...(turn.calls.length > 0 && { tool_calls: proposed(turn.calls, used) }),
          duration_ms: options.now() - started,
        },
      });
    } catch (error) {
      if (entry.controller.signal.aborted) return null;
      return log.transact(key, {
        type: 'fail_run',
        run_id: run.id,
        owner,
        error: `The model failed: ${error instanceof Error ? error.message : String(error)}`,
        code: 'model_error',
      });
    }
  }

  async function execute(
    entry: Drive,
    judged: JudgedRun,
    call: CallState,
  ): Promise<Transacted | null> {
    const { key, run, agent } = judged;
    const ids = callIds(run, call);
    const tool = agent.tools.get(call.tool_name);
    if (tool === undefined) {
      const at = judged.now;
      const message = `Unknown tool: ${call.tool_name}`;
      const result = errorResult({ ...ids, tool_name: call.tool_name, at }, message);
      return log.transact(key, { type: 'complete_tool', ...ids, result });
    }
    const verdict = await judge.again(judged, call, tool);
    if (verdict.decision === 'denied') {
      return log.transact(key, { type: 'refuse_call', ...ids, reason: verdict.reason });
    }
    // Nobody was asked about it and now somebody has to be, as rules changed since it was judged; or
    // somebody was asked about another call than this one.
    const unasked = call.approved !== true && call.verdict === 'allowed';
    if ((verdict.decision === 'needs_auth' && unasked) || (await isAnotherCall(call))) {
      if (!agent.enable_hitl) {
        const reason = `Nobody can be asked, and it would need a person: ${verdict.reason}`;
        return log.transact(key, { type: 'refuse_call', ...ids, reason });
      }
      const { request, auth } = await judge.ask(judged, call, tool, verdict);
      if (request === undefined) return null;
      return log.transact(key, {
        type: 'gate_call',
        ...ids,
        request,
        ...(auth !== undefined && { auth }),
      });
    }
    if (tool.question !== undefined && call.answers.length === 0) {
      const request = await questionRequest(askedCall(judged, call), tool.question(call.args));
      return log.transact(key, { type: 'gate_call', ...ids, request });
    }
    if (tool.agent !== undefined) return startNested(judged, call, tool.agent);
    return runTool(entry, judged, call, tool);
  }

  /** Only who appends `tool_started` runs the tool. */
  async function runTool(
    entry: Drive,
    judged: JudgedRun,
    call: CallState,
    tool: Tool,
  ): Promise<Transacted | null> {
    const { key, run } = judged;
    const ids = callIds(run, call);
    const idempotencyKey = keyOf(run, call);
    const started = await log.transact(key, {
      type: 'start_tool',
      ...ids,
      idempotency_key: idempotencyKey,
    });
    if (started.kind !== 'appended') return started;
    const outcome = await whileBusy(
      entry,
      executeTool({
        tool,
        call,
        run_id: run.id,
        session_id: key.session_id,
        user_id: run.user_id,
        idempotency_key: idempotencyKey,
        attempt: call.attempt + 1,
        args: call.args,
        answers: call.answers,
        signal: entry.controller.signal,
        max_result_bytes: options.max_result_bytes,
        now: options.now,
      }),
    );
    // Cut off by our own shutdown: nobody knows what it did, so the next owner finds it started.
    if (closing && entry.controller.signal.aborted) return null;
    const command: Command =
      outcome.kind === 'result'
        ? { type: 'complete_tool', ...ids, result: outcome.result }
        : {
            type: 'gate_call',
            ...ids,
            request: await questionRequest(askedCall(judged, call), outcome.question, outcome.key),
          };
    return persist(key, command);
  }

  /**
   * The outcome of an effect: tried again while the store is away, since forgetting it would leave
   * the call's outcome unknown.
   */
  async function persist(key: SessionKey, command: Command): Promise<Transacted> {
    const PATIENCE_MS = LEASE_MS / 2;
    const begun = options.now();
    for (let delay = 50; ; delay = Math.min(delay * 2, 2000)) {
      try {
        return await log.transact(key, command);
      } catch (error) {
        if (options.now() - begun > PATIENCE_MS) throw error;
        await new Promise((resolve) => setTimeout(resolve, delay));
      }
    }
  }

  async function startNested(
    judged: JudgedRun,
    call: CallState,
    agentId: string,
  ): Promise<Transacted> {
    const { key, run, tree } = judged;
    const ids = callIds(run, call);
    if (Object.keys(tree.runs).length > MAX_NESTING) {
      const message = `Agents may ask each other to a depth of ${MAX_NESTING}`;
      const result = errorResult({ ...ids, tool_name: call.tool_name, at: judged.now }, message);
      return log.transact(key, { type: 'complete_tool', ...ids, result });
    }
    const { input } = call.args;
    return log.transact(key, {
      type: 'start_nested',
      ...ids,
      nested_run_id: crypto.randomUUID(),
      agent_id: agentId,
      input: typeof input === 'string' ? input : '',
      step_id: crypto.randomUUID(),
      idempotency_key: keyOf(run, call),
    });
  }

  /** Whoever ran the call is gone: it runs again only where that is harmless. */
  async function recover(
    entry: Drive,
    judged: JudgedRun,
    call: CallState,
  ): Promise<Transacted | null> {
    const { key, run, agent } = judged;
    const tool = agent.tools.get(call.tool_name);
    if (tool !== undefined && (tool.effects === 'pure' || tool.effects === 'keyed')) {
      return runTool(entry, judged, call, tool);
    }
    const request = agent.enable_hitl
      ? await recoveryRequest(askedCall(judged, call), tool)
      : undefined;
    return log.transact(key, {
      type: 'lose_call',
      ...callIds(run, call),
      ...(request !== undefined && { request }),
    });
  }

  return {
    drive,
    async close(graceMs) {
      closing = true;
      const running = [...drives.values()];
      const grace = setTimeout(() => {
        for (const { controller } of running) controller.abort();
      }, graceMs);
      await Promise.allSettled(running.map(({ done }) => done));
      clearTimeout(grace);
    },
  };
}

/** Whether the arguments are not the ones that were approved: an approval holds for its call only. */
async function isAnotherCall(call: CallState): Promise<boolean> {
  if (call.approved !== true || call.edited === true || call.args_digest === undefined)
    return false;
  return (await argsDigest(call.tool_name, call.args)) !== call.args_digest;
}

/** The same for every attempt of a call. */
function keyOf(run: RunState, call: CallState): string {
  return `${run.id}:${call.tool_call_id}`;
}

function countWaiting(state: ControlState): number {
  return Object.values(state.trees)
    .filter((tree) => rootOf(tree).ended === undefined)
    .reduce((count, tree) => count + tree.pending.length, 0);
}

/** A model's turn, read to its end. */
interface Turn {
  readonly text: string;
  readonly calls: readonly Extract<ModelChunk, { type: 'tool_call' }>[];
  readonly usage: Readonly<Record<string, number>>;
}

async function readTurn(
  chunks: AsyncIterable<ModelChunk>,
  announce: (offset: number, text: string) => void,
): Promise<Turn> {
  let text = '';
  let usage: Readonly<Record<string, number>> = {};
  const calls: Extract<ModelChunk, { type: 'tool_call' }>[] = [];
  for await (const chunk of chunks) {
    switch (chunk.type) {
      case 'text':
        announce(text.length, chunk.text);
        text += chunk.text;
        break;
      case 'tool_call':
        calls.push(chunk);
        break;
      case 'usage':
        usage = chunk.usage;
    }
  }
  return { text, calls, usage };
}

function proposed(
  chunks: readonly Extract<ModelChunk, { type: 'tool_call' }>[],
  before: ReadonlySet<string>,
): ToolCall[] {
  const used = new Set(before);
  return chunks.map((chunk) => {
    const call = toToolCall(chunk, used);
    used.add(call.id);
    return call;
  });
}
