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
  if (event.type === 'step_delta') {
    const live = foldDelta(fold.live, event);
    const { control, messages } = fold;
    return live === fold.live ? fold : { control, messages, live };
  }
  const control = evolveRun(fold.control, event);
  const messages = evolveMessages(fold.messages, event);
  const live = endLive(fold.live, event);
  return control === fold.control && messages === fold.messages && live === fold.live
    ? fold
    : { control, messages, live };
}

/** A repeat changes nothing; behind a hole nothing is shown until a piece comes that joins. */
function foldDelta(live: readonly LiveText[], event: StepDelta): readonly LiveText[] {
  const { message_id, offset, text } = event.data;
  const at = live.findIndex((one) => one.message_id === message_id);
  const known = live[at]?.text ?? '';
  if (offset > known.length) return live;
  const joined = offset === known.length ? known + text : known.slice(0, offset) + text;
  if (offset < known.length && known.startsWith(joined)) return live;
  const changed = { message_id, run_id: event.run_id, text: joined };
  return at === -1 ? [...live, changed] : live.with(at, changed);
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
