'use client';
import { type RuleScope } from '@hitl/client/view';
import type { ConfirmRequest, ToolArgs } from '@hitl/protocol';
import { useEffect } from 'react';
import { editingOf } from '../confirm/editing.ts';
import { denialScopeOf, approvalScopeOf } from '../confirm/rule-scope.ts';
import { insteadOf, useConfirming } from '../confirm/use-confirm.ts';
import type { CardOptions } from '../internal/card/use-card-state.ts';
import { secretEdits } from '../internal/secret-edits.ts';
import { useCard, type UseCardResult } from './use-card.ts';

/** An event that may have been in flight when the card appeared. */
interface Timed {
  readonly timeStamp: number;
}

/** A call that needs leave, as a card of your own sees it. */
export interface UseConfirmResult extends UseCardResult<ConfirmRequest> {
  /** Whether the arguments may be edited. */
  readonly editable: boolean;
  /** The arguments as allowing would run them: as proposed, or as edited. */
  readonly args: ToolArgs;
  /** Whether they differ from what was proposed; allowing then says `modify_args`. */
  readonly edited: boolean;
  /** Edits them. `valid` is `false` while something is typed that is no value. Default `true`. */
  readonly setArgs: (args: ToolArgs, valid?: boolean) => void;
  /** Goes back to what was proposed. */
  readonly resetArgs: () => void;
  /** What is told to the agent with the answer: a reason, or what to do instead. */
  readonly note: string;
  readonly setNote: (note: string) => void;
  /** For how long leave is given, and the rule that is saved. Nothing is saved for edited arguments. */
  readonly approvalScope: RuleScope;
  /** For how long the call is denied, and the rule that is saved with it; while one is, no `allow`. */
  readonly denialScope: RuleScope;
  /** Gives the result of the call in the tool's place, which then does not run. */
  readonly answerInstead: (text: string, event?: Timed) => void;
  /** The arguments are too long for a glance: show them whole, then `reveal`; until then, no `allow`. */
  readonly clipped: boolean;
  readonly reveal: () => void;
  /** Whether the call can be allowed now; whether it can be denied is `answerable`. */
  readonly allowable: boolean;
  /** Says yes: to the call, or to a question. Hand it the event of the press. */
  readonly allow: (event?: Timed) => void;
  /** Says no. */
  readonly deny: (event?: Timed) => void;
}

/**
 * A confirmation for a card of one's own: what is made up about a call before it is answered, and the
 * two answers. What is chosen here is a draft: it survives unmounting and is the same in each place
 * that shows the request.
 */
export function useConfirm(request: ConfirmRequest, options: CardOptions = {}): UseConfirmResult {
  const card = useCard(request, options);
  const confirming = useConfirming(card);
  const { choice, choose, clipped, allowable, answer } = confirming;
  const { id, tool_args: proposed, allowed_actions } = card.request;
  const { args, edit } = editingOf(confirming);
  useEffect(() => () => void secretEdits.delete(id), [id]);
  return {
    ...card,
    editable: allowed_actions.includes('modify_args'),
    args,
    edited: choice.modifiedArgs !== undefined,
    setArgs: (next, valid = true) => edit(next, valid),
    resetArgs: () => edit(proposed, true),
    note: choice.note ?? '',
    setNote: (note) => choose({ note }),
    approvalScope: approvalScopeOf(confirming),
    denialScope: denialScopeOf(confirming),
    answerInstead(text, event) {
      if (card.answerable) card.respond(insteadOf(confirming, text), event);
    },
    clipped,
    reveal: () => choose({ revealed: true }),
    allowable,
    allow(event) {
      if (allowable) card.respond(answer(true), event);
    },
    deny: (event) => card.respond(answer(false), event),
  };
}
