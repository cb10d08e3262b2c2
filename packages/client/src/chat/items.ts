import type { SessionSnapshot, SessionStore } from '../stores/session-store.ts';
import {
  callDecision,
  callVerb,
  runEnd,
  subjectOf,
  summarizeAnswer,
  toolCallView,
  visibleString,
  whyNotSent,
  type Format,
  type ToolCallState,
  type ToolCallView,
} from '../view/index.ts';
import type { ChatWords } from './words.ts';

/** One entry of a conversation. Hidden characters are already visible; render every string as text. */
export interface ChatItem {
  readonly key: string;
  /** `call`: a tool call, or the outcome of a question · `end`: a run that did not complete. */
  readonly kind: 'user' | 'assistant' | 'call' | 'end';
  /** `live`: being written by the model or being sent · `failed`: not sent, or the tool failed. */
  readonly state: 'done' | 'live' | 'failed' | ToolCallState;
  /** The message, what happened (such as `Ran` or `Denied mail`), or how the run ended. */
  readonly text: string;
  /** The object of a call, as code: a command, a path, an answer. */
  readonly subject: string | undefined;
  /** Who decided, for how long, and how long the tool ran; or why a message was not sent. */
  readonly facts: string | undefined;
  /** What the person wrote with the decision. */
  readonly note: string | undefined;
  /** What the tool returned, or why it failed. */
  readonly output: string | undefined;
  /** Actions for a message that could not be sent. */
  readonly buttons: readonly { readonly label: string; readonly press: () => void }[];
}

/** Dependencies of the entries. */
interface ItemParts extends Pick<SessionStore, 'retry' | 'discard'> {
  readonly words: ChatWords;
  readonly format: Format;
  readonly userId: string | undefined;
}

/** States that have no entry: a card shows the call, or nothing has happened yet. */
const SILENT: ReadonlySet<ToolCallState> = new Set(['proposed', 'waiting']);

/** The entries of a conversation, in order. */
export function chatItems(session: SessionSnapshot, parts: ItemParts): ChatItem[] {
  const { messages, live, calls, outbox, run } = session;
  const { words } = parts;
  const done = messages.flatMap(({ id, run_id, role, content, tool_calls = [] }) => {
    if (role === 'tool') return [];
    const texts = content === '' ? [] : [item(id, role, { text: visibleString(content) })];
    const rows = tool_calls.flatMap((call): ChatItem[] => {
      const record = calls?.get(run_id, call.id);
      const view = record && toolCallView(record);
      return view === undefined || SILENT.has(view.state) ? [] : [callItem(view, parts)];
    });
    return [...texts, ...rows];
  });
  const end = run === null ? undefined : runEnd(run);
  return [
    ...done,
    ...live.map(({ messageId, text }) =>
      item(messageId, 'assistant', { state: 'live', text: visibleString(text) }),
    ),
    ...(run === null || end === undefined
      ? []
      : [
          item(run.id, 'end', {
            text: [words.runEnds[end.how], visibleString(end.reason ?? '')].join(' ').trim(),
          }),
        ]),
    ...outbox.map(({ id, input, status, error }): ChatItem => {
      const text = visibleString(input);
      if (status !== 'failed') {
        return item(id, 'user', { state: 'live', text, facts: words.sendingMessage });
      }
      return item(id, 'user', {
        state: 'failed',
        text,
        facts: words.notSent(whyNotSent(error, words)),
        buttons: [
          // If it fails again, the message stays where it is.
          { label: words.sendAgain, press: () => void parts.retry(id).catch(() => {}) },
          { label: words.discardMessage, press: () => parts.discard(id) },
        ],
      });
    }),
  ];
}

function item(
  key: string,
  kind: ChatItem['kind'],
  parts: Partial<ChatItem> & Pick<ChatItem, 'text'>,
): ChatItem {
  return {
    key,
    kind,
    state: 'done',
    subject: undefined,
    facts: undefined,
    note: undefined,
    output: undefined,
    buttons: [],
    ...parts,
  };
}

function callItem(view: ToolCallView, { words, format, userId }: ItemParts): ChatItem {
  const { toolName, nestedAgent, decider, duration, note, output, problem } = view;
  const { verb, isKnown } = callVerb(view, words);
  const { request, answers } = view;
  const answered =
    view.isQuestion && request !== undefined
      ? summarizeAnswer(request, answers.at(-1)?.response, words)
      : undefined;
  const decision = callDecision(view, words, userId);
  const rule = decider?.kind === 'rule' ? ` ${decider.rule}` : '';
  const facts = [
    ...(decision === undefined ? [] : [visibleString(decision + rule)]),
    // Shorter durations are not worth showing.
    ...(duration === undefined || duration < 0.1 ? [] : [format.elapsed(duration)]),
  ];
  return item(`${view.runId} ${view.toolCallId}`, 'call', {
    state: view.state,
    text:
      view.isQuestion || isKnown
        ? verb
        : `${verb} ${visibleString(nestedAgent ?? toolName, 'code')}`,
    subject: view.isQuestion
      ? visibleString([request?.title, answered].filter(Boolean).join(': '))
      : visibleString(subjectOf(view.args, view.schema), 'code'),
    facts: facts.length === 0 ? undefined : facts.join(' · '),
    note: note === undefined ? undefined : visibleString(note),
    output: view.isQuestion
      ? undefined
      : [output, problem].filter(Boolean).map((text) => visibleString(text ?? '', 'code'))[0],
  });
}
