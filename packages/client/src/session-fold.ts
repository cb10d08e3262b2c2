import type { InteractionRequest, Run, RunEvent, StepDelta, StreamEvent } from '@hitl/protocol';
import {
  INITIAL_CONTROL,
  evolveMessages,
  evolveRun,
  isFinished,
  rootOf,
  toRun,
  type ControlState,
  type Messages,
  type RunTree,
} from '@hitl/protocol/fold';

/** A message that the model is writing; the finished one takes its place. */
export interface LiveText {
  readonly message_id: string;
  readonly run_id: string;
  readonly text: string;
}

/** What the events of a session say, so far. */
export interface SessionFold {
  readonly control: ControlState;
  readonly messages: Messages;
  /** In order of appearance. */
  readonly live: readonly LiveText[];
}

/** Before the first event. */
export const EMPTY_FOLD: SessionFold = { control: INITIAL_CONTROL, messages: [], live: [] };

/** Folds one event in. What changes nothing returns `fold` itself. */
export function foldEvent(fold: SessionFold, event: StreamEvent): SessionFold {
  if (event.type === 'step_delta') return foldDeltas(fold, [event]);
  const control = evolveRun(fold.control, event);
  const messages = evolveMessages(fold.messages, event);
  const live = endLive(fold.live, event);
  return control === fold.control && messages === fold.messages && live === fold.live
    ? fold
    : { control, messages, live };
}

/**
 * Folds pieces of text in, as `foldEvent` does one by one. Those of one message that follow each
 * other become one new text: most of a stream is such pieces.
 */
export function foldDeltas(fold: SessionFold, deltas: readonly StepDelta[]): SessionFold {
  let { live } = fold;
  for (let at = 0; at < deltas.length;) {
    const id = deltas[at]?.data.message_id ?? '';
    const place = live.findIndex(({ message_id }) => message_id === id);
    let text = live[place]?.text ?? '';
    let writer: string | undefined;
    for (let delta = deltas[at]; delta?.data.message_id === id; delta = deltas[(at += 1)]) {
      const joined = join(text, delta.data);
      if (joined === undefined) continue;
      text = joined;
      writer = delta.run_id;
    }
    if (writer === undefined) continue;
    const changed = { message_id: id, run_id: writer, text };
    live = place === -1 ? [...live, changed] : live.with(place, changed);
  }
  return live === fold.live ? fold : { control: fold.control, messages: fold.messages, live };
}

/**
 * A text with a piece of it; `undefined` where that changes nothing: a repeat, or a piece behind a
 * hole, of which nothing is shown until a piece comes that joins.
 */
function join(known: string, { offset, text }: StepDelta['data']): string | undefined {
  if (offset === known.length) return known + text;
  if (offset > known.length) return undefined;
  const joined = known.slice(0, offset) + text;
  return known.startsWith(joined) ? undefined : joined;
}

/** The finished step is the truth; a run that ended or changed its owner writes on nowhere. */
function endLive(live: readonly LiveText[], event: RunEvent): readonly LiveText[] {
  if (live.length === 0) return live;
  const over = (one: LiveText): boolean => {
    switch (event.type) {
      case 'step_completed':
        return one.message_id === event.data.step.id;
      case 'run_claimed':
      case 'run_completed':
      case 'run_failed':
      case 'run_aborted':
        return one.run_id === event.run_id || event.run_id === event.root_run_id;
      default:
        return false;
    }
  };
  const rest = live.filter((one) => !over(one));
  return rest.length === live.length ? live : rest;
}

/** The run that a view of a session is about: the unfinished one, else the newest. */
export function currentTree({ trees }: ControlState): RunTree | undefined {
  const own = Object.values(trees).filter((tree) => !rootOf(tree).external);
  return own.find((tree) => !isFinished(tree)) ?? own.at(-1);
}

/** The root run of a tree, as the wire shows it. */
export function treeRun(control: ControlState, tree: RunTree | undefined): Run | null {
  return tree === undefined ? null : toRun(control, tree, rootOf(tree));
}

/** Everything that waits, in the order of asking. */
export function waitingIn({ trees }: ControlState): readonly InteractionRequest[] {
  return Object.values(trees).flatMap(({ pending }) => pending.map(({ request }) => request));
}
