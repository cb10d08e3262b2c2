import type { InteractionRequest, RiskLevel } from '@hitl/protocol';
import type { ArmedEvent, CardOutcome, CardStatus, PreviewPart, RuleTerm } from '../view/index.ts';

/** A button of a card. */
export interface CardButton {
  readonly id: 'allow' | 'deny' | 'send' | 'decline' | 'reveal' | 'back' | 'retry' | 'check';
  readonly label: string;
  /** The one that a card is about; none while a call of high risk waits. */
  readonly primary: boolean;
  /**
   * Nothing happens when it is pressed now. Say it with `aria-disabled`: `disabled` would take the
   * keyboard's place away while an answer is on its way.
   */
  readonly disabled: boolean;
  /**
   * Presses it. Hand it the event of the press: what was in flight when the card appeared, or came up
   * because another one left, does not count, and `status` then says so.
   */
  readonly press: (event?: ArmedEvent) => void;
}

/** One rule, or several together, that could be saved. */
export interface CardRule {
  /** Literally, one line each. */
  readonly text: string;
  /** How far it reaches. */
  readonly reach: string;
  readonly chosen: boolean;
  readonly choose: () => void;
}

/** For how long a call is allowed, and what is saved then. */
export interface CardRemember {
  readonly label: string;
  readonly term: RuleTerm;
  readonly terms: readonly { readonly value: RuleTerm; readonly label: string }[];
  /** Takes one of the `value`s. */
  readonly setTerm: (term: string) => void;
  readonly rulesLabel: string;
  /** What could be saved; empty while nothing is. */
  readonly rules: readonly CardRule[];
}

/** One choice of a question. */
export interface CardOption {
  readonly key: string;
  readonly label: string;
  readonly description: string | undefined;
  readonly chosen: boolean;
  readonly choose: (chosen: boolean) => void;
}

/** One field of a question. Texts are visible as they stand: render them as text. */
export interface CardField {
  /** Its path in the answer; unique in the card. */
  readonly key: string;
  /**
   * `text`: a line, or several where `multiline` · `one`: radio buttons · `many`: checkboxes ·
   * `group`: nothing but its `fields`.
   */
  readonly kind: 'text' | 'one' | 'many' | 'group';
  /** The question itself where it is the only field: the title of the card then, too. */
  readonly label: string;
  readonly description: string | undefined;
  /** How many may be chosen; that a text looks like a secret and is not marked as one. */
  readonly hint: string | undefined;
  /** What is wrong with the answer, once sending was tried. */
  readonly problem: string | undefined;
  readonly required: boolean;
  readonly multiline: boolean;
  /** For `<input type>`: `password` where it is a secret. */
  readonly inputType: string;
  readonly placeholder: string | undefined;
  readonly value: string;
  readonly setValue: (value: string) => void;
  readonly options: readonly CardOption[];
  /** An answer in one's own words, where that is allowed. */
  readonly other:
    | (CardOption & { readonly value: string; readonly setValue: (value: string) => void })
    | undefined;
  readonly fields: readonly CardField[];
}

/** One request as a card shows it: everything is text to be rendered as text, nothing is markup. */
export interface CardView {
  /** The id of the request. */
  readonly key: string;
  readonly request: InteractionRequest;
  /** What is asked, in one line: the name of the card. */
  readonly title: string;
  /** What the agent says of it, where it says more. */
  readonly subtitle: string | undefined;
  /** Who asks: agents from the root to the asking one, and the tool. */
  readonly from: string;
  /** Why a person is asked, and what a caller says that the server did not check. */
  readonly reasons: readonly string[];
  readonly risk: { readonly level: RiskLevel; readonly text: string } | undefined;
  readonly time: { readonly text: string; readonly urgent: boolean } | undefined;
  /** What would happen, in full; empty for a question. */
  readonly preview: readonly PreviewPart[];
  /** `preview` is long: cut it off by style if you like. There is a button that reveals it. */
  readonly clipped: boolean;
  /** The form of a question. */
  readonly field: CardField | undefined;
  /** What may be remembered; `undefined` where nothing may. */
  readonly remember: CardRemember | undefined;
  /** A reason, or what to do instead, that goes along with the answer. */
  readonly note:
    | {
        readonly label: string;
        readonly hint: string;
        readonly value: string;
        readonly setValue: (value: string) => void;
      }
    | undefined;
  readonly state: CardStatus;
  /** Nothing has settled it. */
  readonly open: boolean;
  /** An answer is on its way. */
  readonly busy: boolean;
  readonly outcome: CardOutcome | undefined;
  /** The answer given here came too late; `status` has the outcome. */
  readonly late: boolean;
  /** What became of the answer, or how the request ended, in words; for a live region. May be empty. */
  readonly status: string;
  /** `status` says that something went wrong. */
  readonly wrong: boolean;
  readonly buttons: readonly CardButton[];
}
