'use client';
import type { ConfirmRequest, RememberScope } from '@hitl/protocol';
import { sameJson } from '@hitl/protocol/fold';
import { areLong } from '../args/long.ts';
import { useCard, type Answer, type Card } from '../internal/card/card-context.ts';
import { useDraft } from '../internal/use-draft.ts';

/** What a person is making up before allowing or denying a call. */
export interface ConfirmDraft {
  readonly card: Card<ConfirmRequest>;
  /** Whether the arguments are being edited. */
  readonly editing: boolean;
  readonly setEditing: (editing: boolean) => void;
  /** The arguments as they would run. */
  readonly args: Record<string, unknown>;
  /** `valid`: nothing is typed that is no value. */
  readonly setArgs: (args: Record<string, unknown>, valid: boolean) => void;
  /** Whether `args` differ from what was proposed. */
  readonly edited: boolean;
  /** Goes to the agent with the answer. */
  readonly note: string;
  readonly setNote: (note: string) => void;
  /** How long leave lasts. */
  readonly scope: RememberScope;
  /** The rule that is remembered, unless `scope` is `once`. */
  readonly pattern: string | undefined;
  readonly setScope: (scope: RememberScope, pattern: string | undefined) => void;
  /** Long arguments are shown whole before they can be allowed. */
  readonly clipped: boolean;
  readonly reveal: () => void;
  /** Whether the call can be allowed now. */
  readonly allowable: boolean;
  /** What pressing allow or deny says. */
  readonly answer: (confirmed: boolean) => Answer;
}

const ONCE: { scope: RememberScope; pattern?: string | undefined } = { scope: 'once' };

/** The draft of the confirm card around the calling part. */
export function useConfirm(part: string): ConfirmDraft {
  const card = useCard(part, 'confirm');
  const { request } = card;
  const { id, tool_args: proposed, args_digest } = request;
  const [editing, setEditing] = useDraft(id, 'editing', false);
  const [{ args, valid }, setArgs] = useDraft(id, 'args', { args: proposed, valid: true });
  const [note, setNote] = useDraft(id, 'note', '');
  const [{ scope, pattern }, setScope] = useDraft(id, 'scope', ONCE);
  const [revealed, setRevealed] = useDraft(id, 'revealed', false);

  const authorization = request.purpose === 'authorization';
  const edited = editing && !sameJson(args, proposed);
  const clipped = authorization && !revealed && !editing && areLong(proposed);
  return {
    card,
    editing,
    setEditing,
    args,
    setArgs: (next, isValid) => setArgs({ args: next, valid: isValid }),
    edited,
    note,
    setNote,
    scope,
    pattern,
    setScope: (next, rule) => setScope({ scope: next, pattern: rule }),
    clipped,
    reveal: () => setRevealed(true),
    allowable: card.answerable && !clipped && !(editing && !valid),
    answer(confirmed) {
      if (!authorization) return { confirmed };
      // A rule for the proposed call need not cover the edited one.
      const kept = confirmed && !edited && scope !== 'once' && pattern !== undefined;
      return {
        action: confirmed ? (edited ? 'modify_args' : 'approve') : 'deny',
        confirmed,
        ...(confirmed && edited && { modified_args: args }),
        ...(args_digest !== undefined && { args_digest }),
        ...(note.trim() !== '' && { note: note.trim() }),
        remember: kept ? { scope, patterns: [pattern] } : { scope: 'once' },
      };
    },
  };
}
