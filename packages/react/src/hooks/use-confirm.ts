'use client';
import {
  approvalScopeOf,
  areLong,
  argsWhere,
  denialScopeOf,
  rememberOf,
  type RuleScope,
} from '@hitl/client/view';
import type { ConfirmRequest, ToolArgs } from '@hitl/protocol';
import { sameJson } from '@hitl/protocol/fold';
import { useState } from 'react';
import type { ArmedEvent } from '../internal/arming.ts';
import { choiceAbout, type ConfirmDraft } from '../internal/confirm-draft.ts';
import { useSettings } from '../internal/settings.ts';
import { useDraft } from '../internal/use-draft.ts';
import { useCard, type CardOptions, type UseCardResult } from './use-card.ts';

/** A call that needs approval: what a person makes up about it before answering, and the two answers. */
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
  /** For how long the call is allowed, and the rule that is saved. Nothing is saved for edited arguments. */
  readonly approvalScope: RuleScope;
  /** For how long the call is denied, and the rule that is saved with it; while one is, no `allow`. */
  readonly denialScope: RuleScope;
  /** Gives the result of the call in the tool's place, which then does not run. */
  readonly answerInstead: (text: string, event?: ArmedEvent) => void;
  /** The arguments are too long for a glance: show them whole, then `reveal`; until then, no `allow`. */
  readonly clipped: boolean;
  readonly reveal: () => void;
  /** Whether the call can be allowed now; whether it can be denied is `answerable`. */
  readonly allowable: boolean;
  /** Says yes: to the call, or to a question. Hand it the event of the press. */
  readonly allow: (event?: ArmedEvent) => void;
  /** Says no. */
  readonly deny: (event?: ArmedEvent) => void;
  /** All of it as it is kept, and which parts of the card are open. */
  readonly draft: ConfirmDraft;
  readonly setDraft: (change: ConfirmDraft) => void;
}

const NOTHING: ConfirmDraft = {};
const ONCE = { scope: 'once' } as const;

/**
 * A confirmation: our card is made of it, and so can yours be. What is chosen here is a draft: it
 * survives unmounting and is the same in each place that shows the request. Secrets that are typed into
 * arguments are in no draft, and are forgotten with the component.
 */
export function useConfirm(request: ConfirmRequest, options: CardOptions = {}): UseConfirmResult {
  const { now } = useSettings();
  const card = useCard(request, options);
  const { purpose, tool_args: proposed, tool_schema: schema, args_digest } = card.request;
  const [stored, setStored] = useDraft(card.request, 'choice', NOTHING);
  const draft = choiceAbout(args_digest, stored);
  const setDraft = (change: ConfirmDraft): void =>
    setStored({ ...draft, ...change, about: args_digest });
  const [typed, setTyped] = useState<{ about: unknown; secrets: ToolArgs }>();
  const secrets =
    typed !== undefined && typed.about === args_digest
      ? typed.secrets
      : argsWhere(true, proposed, schema);

  const authorization = purpose === 'authorization';
  const { modifiedArgs: modified, denial, remember, answering, editing = false } = draft;
  const clipped = authorization && draft.revealed !== true && !editing && areLong(proposed, schema);
  const allowable =
    card.answerable && !clipped && draft.invalid !== true && denial === undefined && !answering;
  const note = draft.note?.trim() ?? '';
  const said = {
    ...(args_digest !== undefined && { args_digest }),
    ...(note !== '' && { note }),
  };
  const setArgs = (args: ToolArgs, valid = true): void => {
    const open = argsWhere(false, args, schema);
    setTyped({ about: args_digest, secrets: argsWhere(true, args, schema) });
    setDraft({
      args: open,
      modifiedArgs: sameJson(args, proposed) ? undefined : open,
      invalid: !valid,
    });
  };
  return {
    ...card,
    editable: card.request.allowed_actions.includes('modify_args'),
    args: { ...(draft.args ?? argsWhere(false, proposed, schema)), ...secrets },
    edited: modified !== undefined,
    setArgs,
    resetArgs: () => setArgs(proposed),
    note: draft.note ?? '',
    setNote: (next) => setDraft({ note: next }),
    approvalScope: approvalScopeOf(card.request, remember, (next) => setDraft({ remember: next })),
    denialScope: denialScopeOf(card.request, denial, (next) => setDraft({ denial: next })),
    answerInstead(text, event) {
      card.respond({ action: 'answer', text, ...said, remember: ONCE }, event);
    },
    clipped,
    reveal: () => setDraft({ revealed: true }),
    allowable,
    allow(event) {
      if (!allowable) return;
      if (!authorization) return card.respond({ confirmed: true }, event);
      const answer =
        modified === undefined
          ? // A rule for the proposed call need not cover an edited one.
            ({ action: 'approve', remember: rememberOf('patterns', remember, now()) } as const)
          : ({
              action: 'modify_args',
              modified_args: { ...modified, ...secrets },
              remember: ONCE,
            } as const);
      card.respond({ confirmed: true, ...answer, ...said }, event);
    },
    deny(event) {
      const answer = {
        action: 'deny',
        ...said,
        remember: rememberOf('deny_patterns', denial, now()),
      } as const;
      card.respond({ confirmed: false, ...(authorization && answer) }, event);
    },
    draft,
    setDraft,
  };
}
