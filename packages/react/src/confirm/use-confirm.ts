'use client';
import type { ConfirmRequest, Remember } from '@hitl/protocol';
import { areLong } from '../args/long.ts';
import { useCard, type Answer, type Card } from '../internal/card/card-context.ts';
import { useDraft } from '../internal/use-draft.ts';

/** What a person has made up about a call and not sent yet; it survives unmounting. */
export interface Choice {
  /** Whether the arguments are being edited. */
  readonly editing?: boolean;
  /** The arguments as they were edited last. */
  readonly args?: Record<string, unknown>;
  /** The same, where they differ from what was proposed. */
  readonly modified_args?: Record<string, unknown> | undefined;
  /** Something is typed that is no value. */
  readonly invalid?: boolean;
  /** Whether a text for the agent is being written. */
  readonly noting?: boolean;
  readonly note?: string;
  /** Whether what is remembered can be chosen. */
  readonly scoping?: boolean;
  readonly remember?: Remember;
  /** Long arguments were shown whole. */
  readonly revealed?: boolean;
}

const NOTHING: Choice = {};

/** What a part of a confirm card works with. */
export interface Confirming {
  readonly card: Card<ConfirmRequest>;
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
export function useConfirm(part: string): Confirming {
  const card = useCard(part, 'confirm');
  const { id, purpose, tool_args, args_digest } = card.request;
  const [choice, setChoice] = useDraft(id, 'choice', NOTHING);
  const { editing, invalid, modified_args, note, remember, revealed } = choice;
  const authorization = purpose === 'authorization';
  const clipped = authorization && revealed !== true && editing !== true && areLong(tool_args);
  return {
    card,
    choice,
    choose: (change) => setChoice({ ...choice, ...change }),
    clipped,
    allowable: card.answerable && !clipped && invalid !== true,
    answer(confirmed) {
      if (!authorization) return { confirmed };
      const edits = confirmed && modified_args;
      const once: Remember = { scope: 'once' };
      return {
        action: edits ? 'modify_args' : confirmed ? 'approve' : 'deny',
        confirmed,
        ...(edits && { modified_args: edits }),
        ...(args_digest && { args_digest }),
        ...(note?.trim() && { note: note.trim() }),
        // A rule for the proposed call need not cover the edited one.
        remember: (confirmed && !edits && remember) || once,
      };
    },
  };
}
