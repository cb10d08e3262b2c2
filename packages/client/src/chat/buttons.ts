import type { Submission } from '../submissions/submission.ts';
import { isOpen, type Answer, type ArmedEvent } from '../view/index.ts';
import type { CardSource } from './card-texts.ts';
import type { CardButton, PressEvent } from './card-view.ts';

/** Input of `cardButtons`. */
interface Actions extends CardSource {
  readonly answerable: boolean;
  /** Sends the form of a question. */
  readonly send: ((event?: PressEvent) => void) | undefined;
  readonly respond: (answer: Answer, event?: ArmedEvent) => void;
  readonly submission: Submission;
  /** Asks for a second press instead of allowing; set for calls that need one. */
  readonly ask: ((event?: PressEvent) => void) | undefined;
  readonly isAsked: boolean;
  readonly takeBack: () => void;
  /** Starts to edit the arguments, or discards the edits. */
  readonly edit: () => void;
}

/** The buttons of a card in reading order; none once it is settled. */
export function cardButtons(actions: Actions): readonly CardButton[] {
  const { state, sent, submission, words, isAsked, takeBack } = actions;
  if (!isOpen(state)) return [];
  const again = state === 'failed' && sent.retryable;
  const buttons = [
    ...(again ? [button('retry', words.retry, () => void submission.retry())] : []),
    ...(state === 'unknown' ? [button('check', words.check, () => void submission.check())] : []),
    ...(isAsked ? [button('back', words.goBack, takeBack)] : []),
    ...editButton(actions),
    ...noButton(actions),
    ...yesButton(actions),
  ];
  return buttons.map((each) => ({
    ...each,
    attributes: {
      id: `${actions.request.id}.${each.id}`,
      type: each.id === 'send' ? 'submit' : 'button',
      'aria-disabled': each.disabled ? 'true' : undefined,
    },
    press(event) {
      event?.preventDefault?.();
      each.press(event);
    },
  }));
}

type Plain = Omit<CardButton, 'attributes'>;

function button(
  id: Plain['id'],
  label: string,
  press: Plain['press'],
  { primary = false, disabled = false } = {},
): Plain {
  return { id, label, press, primary, disabled };
}

function editButton({ choice, answerable, edit, words }: Actions): Plain[] {
  if (choice?.editable !== true) return [];
  const label = choice.draft.editing === true ? words.discardEdits : words.edit;
  return [button('edit', label, edit, { disabled: !answerable })];
}

function noButton(actions: Actions): Plain[] {
  const { request, readable, choice, answerable, respond, words } = actions;
  if (!request.allowed_actions.includes('deny')) return [];
  const isCall = request.purpose === 'authorization';
  const press = (event?: PressEvent): void => {
    if (choice !== undefined) choice.deny(event);
    else respond({ action: 'deny', ...(isCall && { confirmed: false }) }, event);
  };
  const [id, label] = isCall
    ? ['deny' as const, words.deny.once]
    : ['decline' as const, words.decline];
  return [button(id, label, press, { primary: !readable, disabled: !answerable })];
}

function yesButton({ request, choice, send, answerable, ask, words }: Actions): Plain[] {
  if (send !== undefined) {
    return [button('send', words.send, send, { primary: true, disabled: !answerable })];
  }
  if (choice === undefined) return [];
  if (choice.clipped) {
    const label = words.showAll(JSON.stringify(request.tool_args).length);
    return [button('reveal', label, choice.reveal, { disabled: !answerable })];
  }
  const label = choice.edited ? words.allowEdited : words.allow[choice.approvalScope.term];
  const state = { primary: request.risk_level !== 'high', disabled: !choice.allowable };
  return [button('allow', label, ask ?? choice.allow, state)];
}
