import type { InteractionRequest, Run, RunEvent, StepDelta, StreamEvent } from '@hitl/protocol';
import {
  INITIAL_CONTROL,
  createTranscript,
  evolveRun,
  isFinished,
  rootOf,
  toRun,
  type ControlState,
  type Messages,
  type RunTree,
} from '@hitl/protocol/fold';
import { addProgress, stillRunning, type CallProgress } from './call-progress.ts';
import type { CallLog, CallRecords } from './call-record.ts';

/** A message being streamed by the model; the complete message replaces it. */
export interface LiveText {
  readonly messageId: string;
  readonly runId: string;
  readonly text: string;
}

/** State folded from the events of a session. */
export interface SessionFold {
  readonly control: ControlState;
  readonly messages: Messages;
  /** In order of appearance. */
  readonly live: readonly LiveText[];
  /** Progress of each running call that reported it. */
  readonly progress: readonly CallProgress[];
  /** Record of each call, if there is a call log. */
  readonly calls: CallRecords | undefined;
}

/** A session while its events are folded. */
export interface FoldedSession {
  /** Folds one event in. */
  readonly add: (event: StreamEvent) => void;
  /** The current state: the same object until something changes. */
  readonly current: () => SessionFold;
}

/**
 * Folds events into mutable state. The view is built when it is read, so that a chunk of many
 * events costs one view. `log`: the call log.
 */
export function createFoldedSession(log?: CallLog): FoldedSession {
  const transcript = createTranscript();
  let control = INITIAL_CONTROL;
  let live: readonly LiveText[] = [];
  /** The text that pieces are appended to; copied to `live` when it is read. */
  let growing: { readonly messageId: string; readonly runId: string; text: string } | undefined;
  let progress: readonly CallProgress[] = [];
  let calls = log?.current();
  let shown: SessionFold = { control, messages: transcript.messages(), live, progress, calls };

  function settleGrowing(): void {
    if (growing === undefined) return;
    const { messageId, text } = growing;
    const at = live.findIndex((one) => one.messageId === messageId);
    if (live[at]?.text !== text) live = live.with(at, { ...growing });
  }

  function addPiece(event: StepDelta): void {
    const { message_id: messageId, offset, text } = event.data;
    if (growing?.messageId === messageId && growing.text.length === offset) {
      growing.text += text;
      return;
    }
    settleGrowing();
    live = withPiece(live, event);
    const one = live.find((known) => known.messageId === messageId);
    growing = one && { ...one };
  }

  return {
    add(event) {
      if (event.type === 'step_delta') {
        addPiece(event);
        return;
      }
      if (event.type === 'tool_progress') {
        progress = addProgress(progress, event, control);
        return;
      }
      control = evolveRun(control, event);
      transcript.add(event);
      log?.add(event);
      if (progress.length > 0) progress = stillRunning(progress, control);
      if (live.length === 0) return;
      settleGrowing();
      growing = undefined;
      live = endLive(live, event);
    },
    current() {
      settleGrowing();
      const messages = transcript.messages();
      calls = log?.current();
      const isSame =
        control === shown.control &&
        messages === shown.messages &&
        live === shown.live &&
        progress === shown.progress &&
        calls === shown.calls;
      if (!isSame) shown = { control, messages, live, progress, calls };
      return shown;
    },
  };
}

/** Adds a piece of text; returns `live` itself if nothing changes. */
function withPiece(
  live: readonly LiveText[],
  { run_id: runId, data }: StepDelta,
): readonly LiveText[] {
  const { message_id: messageId } = data;
  const at = live.findIndex((one) => one.messageId === messageId);
  const text = join(live[at]?.text ?? '', data);
  if (text === undefined) return live;
  const changed = { messageId, runId, text };
  return at === -1 ? [...live, changed] : live.with(at, changed);
}

/**
 * A text with a piece added; `undefined` if nothing changes: a repeat, or a piece after a gap,
 * which is not shown until the gap is filled.
 */
function join(known: string, { offset, text }: StepDelta['data']): string | undefined {
  if (offset === known.length) return known + text;
  if (offset > known.length) return undefined;
  const joined = known.slice(0, offset) + text;
  return known.startsWith(joined) ? undefined : joined;
}

/**
 * The complete step replaces it; a run that ended or changed its owner does not continue its text.
 */
function endLive(live: readonly LiveText[], event: RunEvent): readonly LiveText[] {
  const over = (one: LiveText): boolean => {
    switch (event.type) {
      case 'step_completed':
        return one.messageId === event.data.step.id;
      case 'run_claimed':
      case 'run_completed':
      case 'run_failed':
      case 'run_aborted':
        return one.runId === event.run_id || event.run_id === event.root_run_id;
      default:
        return false;
    }
  };
  const rest = live.filter((one) => !over(one));
  return rest.length === live.length ? live : rest;
}

/** The run shown for a session: the unfinished one, else the newest. */
export function currentTree({ trees }: ControlState): RunTree | undefined {
  const own = Object.values(trees).filter((tree) => !rootOf(tree).external);
  return own.find((tree) => !isFinished(tree)) ?? own.at(-1);
}

/** The root run of a tree, as in the HTTP API. */
export function treeRun(control: ControlState, tree: RunTree | undefined): Run | null {
  return tree === undefined ? null : toRun(control, tree, rootOf(tree));
}

/** All pending requests, oldest first. */
export function waitingIn({ trees }: ControlState): readonly InteractionRequest[] {
  return Object.values(trees).flatMap(({ pending }) => pending.map(({ request }) => request));
}
