import type { Submission } from '../submissions/submission.ts';
import { isOpen, type Answer, type ArmedEvent, type FormState } from '../view/index.ts';
import type { CardSource } from './card-texts.ts';
import type { CardButton } from './card-view.ts';

/** Input of `cardButtons`. */
interface Actions extends CardSource {
  readonly answerable: boolean;
  /** Set for questions. */
  readonly form: FormState | undefined;
  readonly respond: (answer: Answer, event?: ArmedEvent) => void;
  readonly submission: Submission;
  /** Asks for a second press instead of allowing; set for calls that need one. */
  readonly ask: ((event?: ArmedEvent) => void) | undefined;
  readonly isAsked: boolean;
  readonly takeBack: () => void;
}

/** The buttons of a card in reading order; none once it is settled. */
export function cardButtons(actions: Actions): readonly CardButton[] {
  const { state, sent, submission, words } = actions;
  if (!isOpen(state)) return [];
  const plain = { primary: false, disabled: false };
  return [
    ...(state === 'failed' && sent.retryable
      ? [
          {
            ...plain,
            id: 'retry' as const,
            label: words.retry,
            press: () => void submission.retry(),
          },
        ]
      : []),
    ...(state === 'unknown'
      ? [
          {
            ...plain,
            id: 'check' as const,
            label: words.check,
            press: () => void submission.check(),
          },
        ]
      : []),
    ...(actions.isAsked
      ? [{ ...plain, id: 'back' as const, label: words.goBack, press: actions.takeBack }]
      : []),
    ...noButton(actions),
    ...yesButton(actions),
  ];
}

function noButton({
  request,
  readable,
  choice,
  answerable,
  respond,
  words,
}: Actions): CardButton[] {
  if (!request.allowed_actions.includes('deny')) return [];
  const isCall = request.purpose === 'authorization';
  return [
    {
      id: isCall ? 'deny' : 'decline',
      label: isCall ? words.deny.once : words.decline,
      primary: !readable,
      disabled: !answerable,
      press(event) {
        if (choice !== undefined) choice.deny(event);
        else respond({ action: 'deny', ...(isCall && { confirmed: false }) }, event);
      },
    },
  ];
}

function yesButton({ request, choice, form, answerable, ask, words }: Actions): CardButton[] {
  if (form !== undefined) {
    const press = (event?: ArmedEvent): void => void form.submit(event);
    return [{ id: 'send', label: words.send, primary: true, disabled: !answerable, press }];
  }
  if (choice === undefined) return [];
  if (choice.clipped) {
    const label = words.showAll(JSON.stringify(request.tool_args).length);
    return [{ id: 'reveal', label, primary: false, disabled: !answerable, press: choice.reveal }];
  }
  const label = choice.edited ? words.allowEdited : words.allow[choice.approvalScope.term];
  return [
    {
      id: 'allow',
      label,
      primary: request.risk_level !== 'high',
      disabled: !choice.allowable,
      press: ask ?? choice.allow,
    },
  ];
}
