'use client';
import type { ConfirmRequest, Remember, RememberScope } from '@hitl/protocol';
import { sameJson } from '@hitl/protocol/fold';
import { use } from 'react';
import { areLong } from '../args/long.ts';
import { useCard, type Answer, type Card } from '../internal/card/card-context.ts';
import { CompactContext } from '../internal/compact.ts';
import { useDraft } from '../internal/use-draft.ts';

/** What a person is making up before allowing or denying a call. */
export interface ConfirmDraft {
  readonly card: Card<ConfirmRequest>;
  /** Whether the arguments are being edited. */
  readonly editing: boolean;
  setEditing(editing: boolean): void;
  /** The arguments as they would run. */
  readonly args: Record<string, unknown>;
  /** `valid`: nothing is typed that is no value. */
  setArgs(args: Record<string, unknown>, valid: boolean): void;
  /** Whether `args` differ from what was proposed. */
  readonly edited: boolean;
  /** Whether a text for the agent is being written. */
  readonly noting: boolean;
  setNoting(noting: boolean): void;
  readonly note: string;
  setNote(note: string): void;
  /** Whether the choice of what is remembered is shown; among several calls only when asked for. */
  readonly scoping: boolean;
  setScoping(scoping: boolean): void;
  readonly scope: RememberScope;
  setScope(scope: RememberScope): void;
  /** The rules that can be remembered, the exact one first; empty: none may be. */
  readonly patterns: readonly string[];
  readonly pattern: string | undefined;
  setPattern(pattern: string): void;
  /** Long arguments are shown whole before they can be allowed. */
  readonly clipped: boolean;
  reveal(): void;
  /** Whether the call can be allowed now. */
  readonly allowable: boolean;
  /** What pressing allow or deny says. */
  answer(confirmed: boolean): Answer;
}

function patternsOf({ purpose, metadata }: ConfirmRequest): readonly string[] {
  if (purpose !== 'authorization' || metadata['rememberable'] === false) return [];
  const suggested = metadata['suggested_patterns'];
  const listed = Array.isArray(suggested)
    ? suggested.filter((each): each is string => typeof each === 'string')
    : [];
  const { resource } = metadata;
  return listed.length === 0 && typeof resource === 'string' ? [resource] : listed;
}

/** The draft of the confirm card around the calling part. */
export function useConfirm(part: string): ConfirmDraft {
  const card = useCard(part, 'confirm');
  const { request } = card;
  const { id, tool_args: proposed } = request;
  const [editing, setEditing] = useDraft(id, 'editing', false);
  const [{ args, valid }, setDraft] = useDraft(id, 'args', { args: proposed, valid: true });
  const [noting, setNoting] = useDraft(id, 'noting', false);
  const [note, setNote] = useDraft(id, 'note', '');
  const compact = use(CompactContext);
  const [scoping, setScoping] = useDraft(id, 'scoping', !compact);
  const [scope, setScope] = useDraft<RememberScope>(id, 'scope', 'once');
  const [chosen, setPattern] = useDraft<string | undefined>(id, 'pattern', undefined);
  const [revealed, setRevealed] = useDraft(id, 'revealed', false);

  const patterns = patternsOf(request);
  const pattern = chosen ?? patterns[0];
  const edited = editing && !sameJson(args, proposed);
  const clipped = !revealed && !editing && areLong(proposed);
  const authorization = request.purpose === 'authorization';

  const remember = (): Remember => {
    // A rule for the proposed call need not cover the edited one.
    if (scope === 'once' || edited || pattern === undefined) return { scope: 'once' };
    return { scope, patterns: [pattern] };
  };
  return {
    card,
    editing,
    setEditing,
    args,
    setArgs: (next, isValid) => setDraft({ args: next, valid: isValid }),
    edited,
    noting,
    setNoting,
    note,
    setNote,
    scoping,
    setScoping,
    scope,
    setScope,
    patterns,
    pattern,
    setPattern,
    clipped,
    reveal: () => setRevealed(true),
    allowable: card.answerable && !(authorization && (clipped || (editing && !valid))),
    answer(confirmed) {
      if (!authorization) return { confirmed };
      const common = {
        confirmed,
        ...(request.args_digest !== undefined && { args_digest: request.args_digest }),
        ...(note.trim() !== '' && { note: note.trim() }),
      };
      if (!confirmed) return { ...common, action: 'deny', remember: { scope: 'once' } };
      return edited
        ? { ...common, action: 'modify_args', modified_args: args, remember: remember() }
        : { ...common, action: 'approve', remember: remember() };
    },
  };
}
