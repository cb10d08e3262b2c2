import type { ConfirmRequest, InteractionRequest } from '@hitl/protocol';
import type { HitlClient } from '../client/client.ts';
import type { Drafts } from '../drafts/drafts.ts';
import { createStore, type Store } from '../stores/store.ts';
import { createSubmission } from '../submissions/submission.ts';
import {
  cardState,
  confirmChoice,
  createFormat,
  eventTime,
  isArmed,
  isOpen,
  isShowable,
  patchedRequest,
  questionField,
  timeLeft,
  type Answer,
  type ArmedEvent,
  type ConfirmChoice,
  type ConfirmDraft,
  type TypedSecrets,
} from '../view/index.ts';
import { createArgsEditor } from './args-editor.ts';
import { argsFields } from './args-fields.ts';
import { cardButtons } from './buttons.ts';
import type { CardView, PressEvent } from './card-view.ts';
import { cardTexts } from './card-texts.ts';
import { eachSecond } from './each-second.ts';
import { decisionFields } from './decision-fields.ts';
import { cardField } from './field.ts';
import { questionFields } from './question-fields.ts';
import { createQuestionForm } from './question-form.ts';
import { sharedOf } from './shared.ts';
import { chatWords, type ChatWords } from './words.ts';

/** Options of `createCard`. */
export interface CardOptions {
  /** Id of the person who answers, as known to the server; sent as `reviewer_id`. */
  userId?: string | undefined;
  /** Where unsent input is kept. Default: one set of drafts per client, in this tab. */
  drafts?: Drafts | undefined;
  /** Texts that replace the English ones. */
  words?: Partial<ChatWords> | undefined;
  /** Locale of durations and times: a BCP 47 tag. Default: the machine's. */
  locale?: string | undefined;
  /**
   * Milliseconds after the card appeared or moved during which a press is ignored, because it was
   * probably aimed at something else. Default 500.
   */
  armingDelayMs?: number | undefined;
}

/** A card: one request and its answer. */
export interface Card extends Store<CardView> {
  /** Updates the request, whose expiry or arguments may have changed. */
  readonly update: (request: InteractionRequest) => void;
}

const NO_DRAFT: ConfirmDraft = {};

/**
 * Creates a card for one request: its texts, its buttons and the state of its answer. Input is kept
 * as a draft that survives a reload, except secrets, which are kept only in the card. A request
 * that is not fully readable gets a card too; it can be denied, but not allowed.
 */
export function createCard(
  client: HitlClient,
  given: InteractionRequest,
  options: CardOptions = {},
): Card {
  const words = { ...chatWords, ...options.words };
  const { userId, armingDelayMs = 500 } = options;
  const { around, drafts: ownDrafts } = sharedOf(client);
  const drafts = options.drafts ?? ownDrafts;
  const now = (): number => client.clock.now();
  const format = createFormat(options.locale, now);
  const submission = createSubmission(client, given);
  const argsEditor = createArgsEditor(words);
  const questions = createQuestionForm(drafts, respond, () => store.notify());

  let latest = given;
  let first = shownOf(given);
  let shownAt = Number.POSITIVE_INFINITY;
  let typed: TypedSecrets | undefined;
  let ignored = false;
  /** The first of the two presses that save a rule for a high-risk call: when, and for what. */
  let asked: { readonly at: number; readonly about: string } | undefined;

  function respond(answer: Answer, event?: ArmedEvent): void {
    const { request, state } = currentState();
    if (!isOpen(state) || state === 'submitting' || state === 'unknown') return;
    if (!takes(event)) return;
    const reviewer = userId !== undefined && { reviewer_id: userId };
    const { id: request_id, type } = request;
    void submission.submit({ request_id, type, ...reviewer, ...answer });
  }

  /** Whether a press was aimed at this card in its current state. */
  function takes(event: ArmedEvent | undefined): boolean {
    ignored = event !== undefined && !isArmed(event, shownAt, around, armingDelayMs);
    if (ignored) store.notify();
    return !ignored;
  }

  function currentState() {
    const sent = submission.getSnapshot();
    const readable = isShowable(latest);
    const whole = readable ? latest : patchedRequest(latest);
    const { expires_at, paused } = sent.request;
    const request = { ...whole, expires_at, paused } as InteractionRequest;
    const overdue = now() >= Date.parse(expires_at ?? '');
    return { sent, readable, request, state: cardState(request, sent, undefined, overdue) };
  }

  function choiceOf(
    request: ConfirmRequest,
    answerable: boolean,
    stored = (drafts.get(request.id, 'choice') as ConfirmDraft | undefined) ?? NO_DRAFT,
  ): ConfirmChoice {
    return confirmChoice(request, {
      stored,
      store: (draft) => drafts.set(request.id, 'choice', draft, keeping(request)),
      typed,
      setTyped: (next) => {
        typed = next;
      },
      answerable,
      respond,
      now,
    });
  }

  function build(): CardView {
    const { sent, readable, request, state } = currentState();
    const open = isOpen(state);
    const answerable = open && state !== 'submitting' && state !== 'unknown';
    const isCall = request.purpose === 'authorization' && request.type === 'confirm';
    const call = readable && isCall && open ? request : undefined;
    const drafted = readable && isCall ? choiceOf(request, answerable) : undefined;
    const editor = call && drafted && argsEditor.formOf(call, drafted, sent.error);
    // Invalid text does not survive a reload, so the form says whether the call can be allowed.
    const choice =
      call && drafted && editor
        ? choiceOf(call, answerable, { ...drafted.draft, invalid: !editor.valid })
        : drafted;
    const form = readable && !isCall ? questions.of(request, sent.error) : undefined;
    const about = JSON.stringify([shownOf(request), choice?.approvalScope]);
    const needsSecondPress =
      request.risk_level === 'high' &&
      choice !== undefined &&
      choice.approvalScope.term !== 'once' &&
      !choice.edited;
    const isAsked = needsSecondPress && asked?.about === about && answerable;
    const left = timeLeft(request.expires_at, request.created_at, now());
    const parts = { request, readable, raw: latest, state, sent, choice, words, format };
    const unplaced = editor?.unplaced.map(({ message }) => message).join(' ') ?? '';
    const fields = [
      ...(form && open ? questionFields(questionField(form, request, '', words), words) : []),
      ...(editor ? argsFields(editor, words) : []),
      ...(choice && open ? decisionFields(choice, words) : []),
    ];
    const send = (event?: PressEvent): void => void form?.submit(event);
    const news = { ignored, changed: first !== shownOf(request), isAsked, unplaced };
    return {
      key: request.id,
      request,
      ...cardTexts({ ...parts, ...news }),
      time:
        state === 'paused'
          ? { text: words.paused, urgent: false }
          : left !== null && open
            ? { text: words.timeLeft(format.duration(left.seconds)), urgent: left.urgent }
            : undefined,
      clipped: choice?.clipped ?? false,
      fields: fields.map((field) => cardField(request.id, field)),
      state,
      open,
      busy: state === 'submitting',
      late: sent.late === true,
      buttons: cardButtons({
        ...parts,
        answerable,
        send: form && send,
        respond,
        submission,
        isAsked,
        ask: needsSecondPress
          ? (event) => {
              if (event !== undefined && !takes(event)) return;
              const at = event?.timeStamp ?? eventTime();
              // The second half of a double click does not count as a confirmation.
              if (isAsked && at - (asked?.at ?? at) >= armingDelayMs) choice.allow(event);
              else if (!isAsked) asked = { at, about };
              store.notify();
            }
          : undefined,
        edit() {
          if (choice !== undefined && answerable) argsEditor.toggle(choice);
        },
        takeBack() {
          asked = undefined;
          store.notify();
        },
      }),
      submit(event) {
        event?.preventDefault?.();
        send(event);
      },
    };
  }

  /** What the passing of time changes. */
  function timed(): { readonly open: boolean; readonly shown: string } {
    const { state, request } = currentState();
    const left = timeLeft(request.expires_at, request.created_at, now());
    const shown = `${state} ${left?.urgent} ${format.duration(left?.seconds ?? 0)}`;
    return { open: isOpen(state), shown };
  }

  const store = createStore(build, {
    client,
    start() {
      shownAt = eventTime();
      let wasOpen = isOpen(currentState().state);
      const stopListening = submission.subscribe(() => {
        const open = isOpen(currentState().state);
        if (wasOpen && !open) {
          around.moved();
          drafts.clear(given.id);
        }
        wasOpen = open;
        ignored = false;
        store.notify();
      });
      const stopDrafts = drafts.subscribe(store.notify);
      const stopTicking = eachSecond(client, timed, store.notify);
      return () => {
        stopListening();
        stopDrafts();
        stopTicking();
      };
    },
  });

  let listeners = 0;

  return {
    getSnapshot: store.getSnapshot,
    subscribe(listener) {
      // Changes without listeners were not notified, so the snapshot may be outdated.
      if (listeners === 0) store.notify();
      listeners += 1;
      let stop: (() => void) | undefined = store.subscribe(listener);
      return () => {
        if (stop === undefined) return;
        stop();
        stop = undefined;
        listeners -= 1;
        around.moved();
      };
    },
    update(next) {
      if (next === latest) return;
      const isOther = shownOf(next) !== shownOf(latest);
      latest = next;
      // A press in flight was aimed at the previous content.
      if (isOther) {
        shownAt = eventTime();
        argsEditor.forget();
      }
      store.notify();
    },
  };
}

function keeping({ expires_at: expiresAt }: InteractionRequest): { expiresAt: string | undefined } {
  return { expiresAt };
}

/** Identifies what a press would allow: a different digest means a different call. */
function shownOf({ args_digest, tool_args }: InteractionRequest): string {
  return args_digest ?? JSON.stringify(tool_args);
}
