import type { InteractionRequest, RiskLevel } from '@hitl/protocol';
import type { ArmedEvent, CardOutcome, CardStatus, PreviewPart, RuleTerm } from '../view/index.ts';

/** A button of a card. */
export interface CardButton {
  readonly id: 'allow' | 'deny' | 'send' | 'decline' | 'reveal' | 'back' | 'retry' | 'check';
  readonly label: string;
  /** The main action. No button is primary while a high-risk call waits. */
  readonly primary: boolean;
  /**
   * Pressing it does nothing at the moment. Expose it with `aria-disabled`, because `disabled`
   * would drop keyboard focus while an answer is being sent.
   */
  readonly disabled: boolean;
  /**
   * Presses the button. Pass the event of the press: a press that was aimed at something else,
   * because the card had just appeared or moved up, is ignored, and `status` says so.
   */
  readonly press: (event?: ArmedEvent) => void;
}

/** A rule, or several that are saved together. */
export interface CardRule {
  /** The literal patterns, one per line. */
  readonly text: string;
  /** How much the rule covers. */
  readonly reach: string;
  readonly chosen: boolean;
  readonly choose: () => void;
}

/** How long the permission lasts, and which rules are saved. */
export interface CardRemember {
  readonly label: string;
  readonly term: RuleTerm;
  readonly terms: readonly { readonly value: RuleTerm; readonly label: string }[];
  /** Selects a term by its `value`. */
  readonly setTerm: (term: string) => void;
  readonly rulesLabel: string;
  /** The rules to choose from; empty if none is saved. */
  readonly rules: readonly CardRule[];
}

/** One option of a question. */
export interface CardOption {
  readonly key: string;
  readonly label: string;
  readonly description: string | undefined;
  readonly chosen: boolean;
  readonly choose: (chosen: boolean) => void;
}

/** One field of a question. Hidden characters are already visible; render every string as text. */
export interface CardField {
  /** Path of the field in the answer; unique in the card. */
  readonly key: string;
  /**
   * `text`: one line, or several if `multiline` is set · `one`: radio buttons · `many`: checkboxes
   * · `group`: only contains `fields`.
   */
  readonly kind: 'text' | 'one' | 'many' | 'group';
  /** The question. For the only field of a card this is also the card's title. */
  readonly label: string;
  readonly description: string | undefined;
  /**
   * How many options may be chosen, or a warning that the field seems to ask for a secret without
   * being marked as one.
   */
  readonly hint: string | undefined;
  /** What is wrong with the answer; set after an attempt to send it. */
  readonly problem: string | undefined;
  readonly required: boolean;
  readonly multiline: boolean;
  /** For `<input type>`; `password` for secrets. */
  readonly inputType: string;
  readonly placeholder: string | undefined;
  readonly value: string;
  readonly setValue: (value: string) => void;
  readonly options: readonly CardOption[];
  /** Free-text option, if the question allows one. */
  readonly other:
    | (CardOption & { readonly value: string; readonly setValue: (value: string) => void })
    | undefined;
  readonly fields: readonly CardField[];
}

/** One request as shown by a card. Render every string as text, never as markup. */
export interface CardView {
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
  /** What would happen, in full; empty for questions. */
  readonly preview: readonly PreviewPart[];
  /** `preview` is long. You may clip it with CSS; a button reveals it. */
  readonly clipped: boolean;
  /** The form of a question; unset for tool calls. */
  readonly field: CardField | undefined;
  /** What can be remembered; `undefined` if nothing can. */
  readonly remember: CardRemember | undefined;
  /** Text for the agent, sent with the answer: a reason, or what to do instead. */
  readonly note:
    | {
        readonly label: string;
        readonly hint: string;
        readonly value: string;
        readonly setValue: (value: string) => void;
      }
    | undefined;
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
}
