import type { EventDraft } from '@hitl/protocol';
import { isFinished, rootOf, type RunTree } from '@hitl/protocol/fold';
import {
  confirmResponse,
  executionResumed,
  rulesSaved,
  runAborted,
  runCompleted,
  runPaused,
  runResumed,
  runStarted,
  settlement,
  stepCompleted,
  testTime,
  toolCompleted,
  toolPaused,
  toolResumed,
  toolStarted,
} from '@hitl/protocol/testing';
import { asked, started, type SampleLog } from './sample-log.ts';

/** A random next commit for a session in any state. */
export function nextCommit(log: SampleLog, random: () => number): EventDraft[] {
  const pick = <T>(items: readonly T[]): T | undefined =>
    items[Math.floor(random() * items.length)];
  const fresh = `${log.key.sessionId}_${log.commits}`;
  const open = Object.values(log.state.trees).filter((tree) => !isFinished(tree));
  const tree = pick(open);
  if (tree === undefined || (open.length < 3 && random() < 0.15)) {
    return started(`run_${fresh}`, {
      userId: pick(['ada', 'bob', null]) ?? null,
      owner: 'host:1:a',
      external: random() < 0.3,
    });
  }
  const place = { run_id: tree.root_run_id };
  if (tree.paused) return [runResumed({}, place)];
  const waiting = pick(tree.pending);
  if (waiting !== undefined) return whileWaiting(tree, waiting.request, random);
  return whileRunning(log, tree, fresh, random);
}

function whileWaiting(
  tree: RunTree,
  request: RunTree['pending'][number]['request'],
  random: () => number,
): EventDraft[] {
  const place = { run_id: request.run_id };
  const gate = { tool_call_id: request.tool_call_id, interaction_id: request.id };
  const chance = random();
  if (chance < 0.1) return [runPaused({}, { run_id: tree.root_run_id })];
  if (chance < 0.3) {
    return [request.paused === true ? toolResumed(gate, place) : toolPaused(gate, place)];
  }
  const others = tree.pending
    .map((pending) => pending.request)
    .filter(({ id }) => id !== request.id);
  if (chance < 0.4) {
    return [
      ...settlement(request, undefined, { outcome: 'cancelled', waiting: others }),
      runAborted({}, { run_id: tree.root_run_id }),
    ];
  }
  if (chance < 0.5) return settlement(request, undefined, { outcome: 'expired', waiting: others });
  return settlement(request, confirmResponse({ request_id: request.id, confirmed: chance < 0.8 }), {
    waiting: others,
    decision: {
      rules: chance < 0.6 ? [{ pattern: 'bash(ls)', effect: 'allow', scope: 'always' }] : [],
    },
  });
}

function whileRunning(
  log: SampleLog,
  tree: RunTree,
  fresh: string,
  random: () => number,
): EventDraft[] {
  const runs = Object.values(tree.runs).filter(({ ended }) => ended === undefined);
  const run = runs[Math.floor(random() * runs.length)] ?? rootOf(tree);
  const place = { run_id: run.id };
  const [unsaved] = tree.unsaved;
  if (unsaved !== undefined) {
    return [rulesSaved({ interaction_id: unsaved.interaction_id, rules: [] }, place)];
  }
  const call = run.batch?.calls.find(({ status }) => status !== 'done');
  if (call !== undefined) {
    const nested = call.nested_run_id;
    if (nested === undefined && random() < 0.3) {
      const parent = { parent_run_id: run.id, parent_tool_call_id: call.tool_call_id };
      return [runStarted({ ...parent, input: 'nested' }, { run_id: `run_${fresh}_nested` })];
    }
    const done = { tool_call_id: call.tool_call_id };
    return [
      ...(nested === undefined ? [] : [runCompleted({}, { run_id: nested })]),
      toolStarted(done, place),
      toolCompleted(done, place),
    ];
  }
  if (random() < 0.6) {
    const size = 1 + Math.floor(random() * 4);
    return asked(
      log,
      run.id,
      Array.from({ length: size }, (_, index) => ({
        id: `call_${fresh}_${index}`,
        ...(random() < 0.5 && { expiresAt: testTime(10_000 + Math.floor(random() * 1000)) }),
      })),
    );
  }
  if (run.id !== tree.root_run_id) return [executionResumed({}, place)];
  const text = stepCompleted({ id: `msg_${fresh}`, role: 'assistant', content: 'Done.' }, place);
  if (random() < 0.5) return [text, runCompleted({}, place)];
  // Superseded by a new message: one commit ends a run and starts the next.
  return [text, runAborted({}, place), ...started(`run_${fresh}`, { owner: 'host:1:a' })];
}
