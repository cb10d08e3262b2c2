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
export type ChatItem =
  | {
      readonly kind: 'message';
      readonly key: string;
      readonly role: 'user' | 'assistant';
      readonly text: string;
      /** `live`: being written by the model or being sent. */
      readonly state: 'done' | 'live' | 'failed';
      /** Says that the message is being sent, or why it was not. */
      readonly note: string | undefined;
      /** Actions for a message that could not be sent. */
      readonly buttons: readonly { readonly label: string; readonly press: () => void }[];
    }
  | {
      /** A tool call, or the outcome of a question. */
      readonly kind: 'call';
      readonly key: string;
      readonly state: ToolCallState;
      /** What happened, such as `Ran` or `Denied mail`. */
      readonly verb: string;
      /** The object of `verb`: a command, a path, an answer. */
      readonly subject: string;
      /** Who decided, for how long, and how long the tool ran. */
      readonly facts: readonly string[];
      /** What the person wrote with the decision. */
      readonly note: string | undefined;
      /** What the tool returned, or why it failed. */
      readonly output: string | undefined;
    }
  /** A run that did not complete. */
  | { readonly kind: 'end'; readonly key: string; readonly text: string };

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
    const told = content === '' ? [] : [message(id, role, content)];
    const rows = tool_calls.flatMap((call): ChatItem[] => {
      const record = calls?.get(run_id, call.id);
      const view = record && toolCallView(record);
      return view === undefined || SILENT.has(view.state) ? [] : [callItem(view, parts)];
    });
    return [...told, ...rows];
  });
  const end = run === null ? undefined : runEnd(run);
  return [
    ...done,
    ...live.map(({ messageId, text }) => message(messageId, 'assistant', text, 'live')),
    ...(run === null || end === undefined
      ? []
      : [
          {
            kind: 'end' as const,
            key: run.id,
            text: [words.runEnds[end.how], visibleString(end.reason ?? '')].join(' ').trim(),
          },
        ]),
    ...outbox.map(({ id, input, status, error }): ChatItem => {
      if (status !== 'failed') {
        return { ...message(id, 'user', input, 'live'), note: words.sendingMessage };
      }
      return {
        ...message(id, 'user', input, 'failed'),
        note: words.notSent(whyNotSent(error, words)),
        buttons: [
          // If it fails again, the message stays where it is.
          { label: words.sendAgain, press: () => void parts.retry(id).catch(() => {}) },
          { label: words.discardMessage, press: () => parts.discard(id) },
        ],
      };
    }),
  ];
}

type MessageItem = Extract<ChatItem, { kind: 'message' }>;

function message(
  key: string,
  role: 'user' | 'assistant',
  text: string,
  state: MessageItem['state'] = 'done',
): MessageItem {
  return {
    kind: 'message',
    key,
    role,
    text: visibleString(text),
    state,
    note: undefined,
    buttons: [],
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
  return {
    kind: 'call',
    key: `${view.runId} ${view.toolCallId}`,
    state: view.state,
    verb:
      view.isQuestion || isKnown
        ? verb
        : `${verb} ${visibleString(nestedAgent ?? toolName, 'code')}`,
    subject: view.isQuestion
      ? visibleString([request?.title, answered].filter(Boolean).join(': '))
      : visibleString(subjectOf(view.args, view.schema), 'code'),
    facts: [
      ...(decision === undefined ? [] : [visibleString(decision + rule)]),
      // Shorter durations are not worth showing.
      ...(duration === undefined || duration < 0.1 ? [] : [format.elapsed(duration)]),
    ],
    note: note === undefined ? undefined : visibleString(note),
    output: view.isQuestion
      ? undefined
      : [output, problem].filter(Boolean).map((text) => visibleString(text ?? '', 'code'))[0],
  };
}
