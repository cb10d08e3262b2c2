import type { EventOf, Message, PermissionBlock } from '../generated/types.ts';
import { sameJson } from '../json.ts';
import type { RunEvent } from './event.ts';

/** The transcript of a session, oldest first. */
export type Messages = readonly Message[];

/** Builds a transcript, event after event. */
export interface Transcript {
  /** Folds one event in. */
  readonly add: (event: RunEvent) => void;
  /** All messages so far: the same list until something changes; it is never mutated. */
  readonly messages: () => Messages;
}

/**
 * Folds events like `evolveMessages`, into a mutable list that is copied when it is read, not for
 * each event. `before`: the messages of earlier events, which must not be added again.
 */
export function createTranscript(before: Messages = []): Transcript {
  const list: Message[] = [...before];
  const ids = new Set<string>();
  let shown: Messages | undefined = before;
  return {
    add(event) {
      const edit = editOf(list, ids, event);
      if (edit === undefined) return;
      const { at, removed, message } = edit;
      // Nearly always at the end.
      if (at === list.length) list.push(message);
      else list.splice(at, removed, message);
      ids.add(message.id);
      shown = undefined;
    },
    messages: () => (shown ??= [...list]),
  };
}

/**
 * Folds one event into the transcript. Pure and total: an event that changes nothing returns
 * `messages` itself. Tool messages are in call order, whatever the order of their results.
 */
export function evolveMessages(messages: Messages, event: RunEvent): Messages {
  const edit = editOf(messages, undefined, event);
  return edit === undefined ? messages : messages.toSpliced(edit.at, edit.removed, edit.message);
}

/** A change by an event: a message is added, or replaces the removed one. */
interface Edit {
  readonly at: number;
  readonly removed: 0 | 1;
  readonly message: Message;
}

/** The change of `messages` by an event, if any; `ids`: the ids of all messages, if known. */
function editOf(
  messages: Messages,
  ids: ReadonlySet<string> | undefined,
  event: RunEvent,
): Edit | undefined {
  switch (event.type) {
    case 'step_completed':
      return addStep(messages, ids, event);
    case 'interaction_request':
      return addBlock(messages, event);
    case 'permission_updated':
      return settleBlock(messages, event);
    case 'interaction_response':
      return editCall(messages, event);
    default:
      return undefined;
  }
}

function addStep(
  messages: Messages,
  ids: ReadonlySet<string> | undefined,
  event: EventOf<'step_completed'>,
): Edit | undefined {
  const { step } = event.data;
  if (ids?.has(step.id) !== false && indexOf(messages, event.run_id, step.id) !== -1)
    return undefined;
  // Member by member: this runs for each step of a long session, where spreads would be slow.
  const message: { -readonly [Member in keyof Message]: Message[Member] } = {
    id: step.id,
    run_id: event.run_id,
    role: step.role,
    content: step.content,
    created_at: event.timestamp,
    blocks: [],
  };
  if (event.run_id !== event.root_run_id) message.root_run_id = event.root_run_id;
  if (step.tool_calls !== undefined) message.tool_calls = step.tool_calls;
  if (step.tool_call_id !== undefined) message.tool_call_id = step.tool_call_id;
  if (step.name !== undefined) message.name = step.name;
  if (step.is_success !== undefined) message.is_success = step.is_success;
  const at = step.role === 'tool' ? placeOf(messages, message) : messages.length;
  return { at, removed: 0, message };
}

/** Before the result of the first later call of the same assistant message, else at the end. */
function placeOf(messages: Messages, result: Message): number {
  const asked = findCall(messages, result.run_id, result.tool_call_id);
  if (asked === -1) return messages.length;
  const order = messages[asked]?.tool_calls?.map(({ id }) => id) ?? [];
  const index = order.indexOf(result.tool_call_id ?? '');
  for (let at = asked + 1; at < messages.length; at += 1) {
    const { role, run_id: runId, tool_call_id: callId = '' } = messages[at] ?? result;
    if (role === 'tool' && runId === result.run_id && order.indexOf(callId) > index) return at;
  }
  return messages.length;
}

function findCall(messages: Messages, runId: string, callId: string | undefined): number {
  return messages.findLastIndex(
    (message) =>
      message.run_id === runId && message.tool_calls?.some(({ id }) => id === callId) === true,
  );
}

function addBlock(messages: Messages, event: EventOf<'interaction_request'>): Edit | undefined {
  const { interaction_request: request } = event.data;
  if (request.message_id === undefined) return undefined;
  const block: PermissionBlock = {
    action_type: 'tool_call_permission',
    tool_call_id: request.tool_call_id,
    interaction_id: request.id,
    status: 'pending',
  };
  return changeMessage(messages, event.run_id, request.message_id, (message) =>
    message.blocks.some(({ interaction_id: id }) => id === request.id)
      ? message
      : { ...message, blocks: [...message.blocks, block] },
  );
}

/** A block is decided once: later events do not change it. */
function settleBlock(messages: Messages, event: EventOf<'permission_updated'>): Edit | undefined {
  const { message_id: id, interaction_id: interaction, status } = event.data;
  return changeMessage(messages, event.run_id, id, (message) => {
    const at = message.blocks.findIndex((block) => block.interaction_id === interaction);
    const block = message.blocks[at];
    return block?.status === 'pending'
      ? { ...message, blocks: message.blocks.with(at, { ...block, status }) }
      : message;
  });
}

/** From then on the call shows the effective arguments; they are final once it is decided. */
function editCall(messages: Messages, event: EventOf<'interaction_response'>): Edit | undefined {
  const { tool_call_id: callId, interaction_id: interaction, decision } = event.data;
  if (decision?.action !== 'modify_args' || decision.modified_args === undefined) return undefined;
  const args = decision.modified_args;
  const at = findCall(messages, event.run_id, callId);
  const message = messages[at];
  const block = message?.blocks.find(({ interaction_id: id }) => id === interaction);
  if (message === undefined || (block !== undefined && block.status !== 'pending'))
    return undefined;
  const calls = message.tool_calls?.map((call) =>
    call.id === callId && !sameJson(call.args, args) ? { ...call, args } : call,
  );
  return calls === undefined || calls.every((call) => message.tool_calls?.includes(call))
    ? undefined
    : { at, removed: 1, message: { ...message, tool_calls: calls } };
}

function changeMessage(
  messages: Messages,
  runId: string,
  id: string,
  change: (message: Message) => Message,
): Edit | undefined {
  const at = indexOf(messages, runId, id);
  const message = messages[at];
  if (message === undefined) return undefined;
  const changed = change(message);
  return changed === message ? undefined : { at, removed: 1, message: changed };
}

/** Newest first; a loop, because every step of a long session searches all of it. */
function indexOf(messages: Messages, runId: string, id: string): number {
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    const message = messages[at];
    if (message?.id === id && message.run_id === runId) return at;
  }
  return -1;
}
