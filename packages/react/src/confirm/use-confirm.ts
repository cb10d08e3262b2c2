'use client';
import { areLong, argsWhere } from '@hitl/client/view';
import type { ConfirmRequest, Remember } from '@hitl/protocol';
import { useCard, type Card } from '../internal/card/card-context.ts';
import type { Answer, CardState } from '../internal/card/use-card-state.ts';
import { secretEdits } from '../internal/secret-edits.ts';
import { useDraft } from '../internal/use-draft.ts';

/** What a person has made up about a call and not sent yet; it survives unmounting. */
export interface Choice {
  /** The digest of the arguments that all this is about. */
  readonly about?: string | undefined;
  /** Whether the arguments are being edited. */
  readonly editing?: boolean;
  /** The arguments as they were edited last, but for secret ones. */
  readonly args?: Record<string, unknown> | undefined;
  /** The same, where they differ from what was proposed. */
  readonly modifiedArgs?: Record<string, unknown> | undefined;
  /** Something is typed that is no value. */
  readonly invalid?: boolean;
  /** Whether a text for the agent is being written. */
  readonly noting?: boolean | undefined;
  readonly note?: string | undefined;
  /** Whether what is remembered can be chosen. */
  readonly scoping?: boolean;
  readonly remember?: Remember;
  /** Whether what is remembered with a denial can be chosen. */
  readonly refusing?: boolean;
  /** What a denial saves. While it is more than nothing, the call cannot be allowed. */
  readonly denial?: Remember | undefined;
  /** Whether a result is written in the tool's place. */
  readonly answering?: boolean;
  readonly result?: string;
  /** Long arguments were shown whole. */
  readonly revealed?: boolean;
}

const NOTHING: Choice = {};
const ONCE: Remember = { scope: 'once' };

/** What was made up about a call as it is now: what is about other arguments is not meant for it. */
export function choiceAbout(args_digest: string | undefined, stored: Choice): Choice {
  const { about = args_digest, noting, note } = stored;
  // The words for the agent may be.
  return about === args_digest ? stored : { noting, note };
}

/** What a part of a confirm card works with. */
export interface Confirming<C extends CardState<ConfirmRequest> = CardState<ConfirmRequest>> {
  readonly card: C;
  readonly choice: Choice;
  readonly choose: (change: Choice) => void;
  /** Long arguments are cut off until they are shown whole; until then they cannot be allowed. */
  readonly clipped: boolean;
  /** Whether the call can be allowed now. */
  readonly allowable: boolean;
  /** What pressing allow or deny says. */
  readonly answer: (confirmed: boolean) => Answer;
}

/** The confirm card around the calling part, and what was chosen in it. */
export function useConfirm(part: string): Confirming<Card<ConfirmRequest>> {
  return useConfirming(useCard(part, 'confirm'));
}

/** What was chosen about a call, wherever it is shown. */
export function useConfirming<C extends CardState<ConfirmRequest>>(card: C): Confirming<C> {
  const { id, purpose, tool_args, tool_schema, args_digest } = card.request;
  const [stored, setChoice] = useDraft(card.request, 'choice', NOTHING);
  const choice = choiceAbout(args_digest, stored);
  const { answering, denial, editing, invalid, modifiedArgs, note, remember, revealed } = choice;
  const authorization = purpose === 'authorization';
  const clipped =
    authorization && revealed !== true && editing !== true && areLong(tool_args, tool_schema);
  return {
    card,
    choice,
    choose: (change) => setChoice({ ...choice, ...change, about: args_digest }),
    clipped,
    allowable: card.answerable && !clipped && !invalid && !denial && !answering,
    answer(confirmed) {
      if (!authorization) return { confirmed };
      const edits = confirmed &&
        modifiedArgs && {
          ...modifiedArgs,
          ...(secretEdits.get(id) ?? argsWhere(true, tool_args, tool_schema)),
        };
      // A rule for the proposed call need not cover the edited one.
      const kept = confirmed ? !edits && remember : denial;
      return {
        action: edits ? 'modify_args' : confirmed ? 'approve' : 'deny',
        confirmed,
        ...(edits && { modified_args: edits }),
        ...(args_digest && { args_digest }),
        ...(note?.trim() && { note: note.trim() }),
        remember: kept || ONCE,
      };
    },
  };
}

/** The answer that gives the result of a call in the tool's place. */
export function insteadOf(
  { card, choice }: Pick<Confirming, 'card' | 'choice'>,
  text: string,
): Answer {
  const { args_digest } = card.request;
  return {
    action: 'answer',
    text,
    ...(args_digest !== undefined && { args_digest }),
    ...(choice.note?.trim() && { note: choice.note.trim() }),
    remember: ONCE,
  };
}
