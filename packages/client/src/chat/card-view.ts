import type { InteractionRequest, RiskLevel } from '@hitl/protocol';
import type { ArmedEvent, CardOutcome, CardStatus, DiffLine, PreviewPart } from '../view/index.ts';

/** Attributes of an element, as a template in HTML takes them; `undefined` ones are left out. */
export type CardAttributes = Readonly<Record<string, string | undefined>>;

/** A press, or the submission of a form. */
export interface PressEvent extends ArmedEvent {
  /** Called, so that the form is not sent by the browser as well. */
  preventDefault?(): void;
}

/** A button of a card. */
export interface CardButton {
  readonly id:
    | 'allow'
    | 'deny'
    | 'edit'
    | 'send'
    | 'decline'
    | 'reveal'
    | 'back'
    | 'retry'
    | 'check';
  readonly label: string;
  /** The main action. No button is primary while a high-risk call waits. */
  readonly primary: boolean;
  /**
   * Pressing it does nothing at the moment. `attributes` say so with `aria-disabled`, because
   * `disabled` would drop keyboard focus while an answer is being sent.
   */
  readonly disabled: boolean;
  /** For the `<button>`. Its `type` lets Enter in a field send the answer to a question. */
  readonly attributes: CardAttributes;
  /**
   * Presses the button. Pass the event of the press: a press that was aimed at something else,
   * because the card had just appeared or moved up, is ignored, and `status` says so.
   */
  readonly press: (event?: PressEvent) => void;
}

/** One option of a field. */
export interface CardOption {
  /** Identifies it in its field. */
  readonly value: string;
  readonly label: string;
  readonly description: string | undefined;
  readonly chosen: boolean;
}

/** An event of a control, such as `input` or `change`. */
export interface FieldEvent {
  /** The control, with its `value` and, for a radio button or a checkbox, `checked`. */
  readonly target: unknown;
}

/**
 * Something to enter or to choose: an answer, an argument, how long the answer holds. Hidden
 * characters are already visible; render every string as text.
 */
export interface CardField {
  /**
   * Stays the same: `answer`, or `responses.0.` for the first of several questions; `args.path` for
   * an argument; `remember`, `rule`, `note`.
   */
  readonly key: string;
  /** Unique on the page and without spaces: for `<input name>`. */
  readonly id: string;
  /**
   * As in HTML. `input`: one line · `textarea`: several · `select`: one option, in a menu · `radio`:
   * one option · `checkbox`: any number of options.
   */
  readonly control: 'input' | 'textarea' | 'select' | 'radio' | 'checkbox';
  /** For `<input type>`; `password` for secrets. */
  readonly type: string;
  readonly label: string;
  /** A description, what a text box would hide, or a warning. */
  readonly hint: string | undefined;
  /** What is wrong with the answer. */
  readonly problem: string | undefined;
  readonly required: boolean;
  /** Its text is code: a rule, the value of an argument. */
  readonly code: boolean;
  readonly placeholder: string | undefined;
  /** The text, or the chosen value of a `select`. */
  readonly value: string;
  /** For `select`, `radio` and `checkbox`. */
  readonly options: readonly CardOption[];
  /** Sets the text, or chooses the option with this value; `chosen: false` clears a checkbox. */
  readonly set: (value: string, chosen?: boolean) => void;
  /** Does the same with the event of its control. */
  readonly change: (event: FieldEvent) => void;
  /**
   * For the control, or for the `<fieldset>` of radio buttons and checkboxes: what it is, and that it
   * is described by the element with the id `hintId`.
   */
  readonly attributes: CardAttributes;
  /** For the element that contains `hint` and `problem`. */
  readonly hintId: string;
}

/** One part of what would happen. Hidden characters are already visible; render it as text. */
export interface CardPart {
  readonly kind: PreviewPart['kind'];
  /** The name of the argument; use it as the accessible name. */
  readonly name: string;
  /** The name, unless the title of the card makes it superfluous. */
  readonly caption: string | undefined;
  /** A text, or the lines of a diff; empty for a table. */
  readonly lines: readonly Pick<DiffLine, 'kind' | 'text'>[];
  /** A table: the names of its columns, then its rows; else empty. */
  readonly rows: readonly (readonly string[])[];
  /** The real host of a misleading address, why a value is masked, where an edit is. */
  readonly note: string | undefined;
}

/** One request as shown by a card. Render every string as text, never as markup. */
export interface CardView {
  /**
   * For the element of the card: a named group that can hold the focus, with its state as
   * `data-state`, `data-risk` and `data-clipped`.
   */
  readonly attributes: CardAttributes;
  /** Id of the request. */
  readonly key: string;
  readonly request: InteractionRequest;
  /** One line that says what is asked; use it as the accessible name of the card. */
  readonly title: string;
  /** The agent's description, if there is one. */
  readonly subtitle: string | undefined;
  /** Who asks: the agents from the root to the asking one, and the tool. */
  readonly from: string;
  /** Why a person is asked, and unverified statements of an external loop. */
  readonly reasons: readonly string[];
  readonly risk: { readonly level: RiskLevel; readonly text: string } | undefined;
  readonly time: { readonly text: string; readonly urgent: boolean } | undefined;
  /**
   * What would happen, in full, besides a path that the title names; empty for questions, and while
   * the arguments are edited.
   */
  readonly preview: readonly CardPart[];
  /** `preview` is long. You may clip it with CSS; a button reveals it. */
  readonly clipped: boolean;
  /**
   * What can be entered and chosen, in reading order: the answer to a question, the arguments while
   * they are edited, how long the answer holds, which rule is saved, a text for the agent. Empty once
   * it is settled.
   */
  readonly fields: readonly CardField[];
  readonly state: CardStatus;
  /** Not settled yet. */
  readonly open: boolean;
  /** An answer is being sent. */
  readonly busy: boolean;
  readonly outcome: CardOutcome | undefined;
  /** The answer given here came too late; `status` says what was recorded instead. */
  readonly late: boolean;
  /** State of the answer or outcome of the request, for a live region. May be empty. */
  readonly status: string;
  /** `status` reports a problem. */
  readonly wrong: boolean;
  readonly buttons: readonly CardButton[];
  /** For `<form onsubmit>`: sends the answer to a question, as its button does. */
  readonly submit: (event?: PressEvent) => void;
}
