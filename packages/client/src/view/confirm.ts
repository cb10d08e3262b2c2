import type { ConfirmRequest, InteractionResponse, ToolArgs } from '@hitl/protocol';
import { sameJson } from '@hitl/protocol/fold';
import type { ArmedEvent } from './arming.ts';
import { choiceAbout, type ConfirmDraft } from './confirm-draft.ts';
import { areLong } from './long.ts';
import { approvalScopeOf, denialScopeOf, rememberOf, type RuleScope } from './rule-scope.ts';
import { argsWhere } from './secret-args.ts';

/** An answer without the members that follow from the request. */
export type Answer = Omit<InteractionResponse, 'request_id' | 'type'>;

/** A person's decision about a call: its input, and functions that send the answer. */
export interface ConfirmChoice {
  /** Whether the arguments may be edited. */
  readonly editable: boolean;
  /** The arguments with which the call would run if it were allowed now. */
  readonly args: ToolArgs;
  /** Whether they differ from the proposed ones; allowing then sends `modify_args`. */
  readonly edited: boolean;
  /** Edits them. `valid` is `false` while the editor contains invalid text. Default `true`. */
  readonly setArgs: (args: ToolArgs, valid?: boolean) => void;
  /** Restores the proposed arguments. */
  readonly resetArgs: () => void;
  /** Text for the agent, sent with the answer: a reason, or what to do instead. */
  readonly note: string;
  readonly setNote: (note: string) => void;
  /** How long an approval lasts, and the rule it saves. Edited arguments save no rule. */
  readonly approvalScope: RuleScope;
  /** How long a denial lasts, and the rule it saves. While a rule is chosen, `allow` does nothing. */
  readonly denialScope: RuleScope;
  /** Answers with a result instead of running the tool. */
  readonly answerInstead: (text: string, event?: ArmedEvent) => void;
  /**
   * The arguments are long and not shown in full yet: show them, then call `reveal`. Until then
   * `allow` does nothing.
   */
  readonly clipped: boolean;
  readonly reveal: () => void;
  /** Whether the call can be allowed now; `answerable` says whether it can be denied. */
  readonly allowable: boolean;
  /** Approves the call, or answers yes to a question. Pass the event of the press. */
  readonly allow: (event?: ArmedEvent) => void;
  /** Denies the call, or answers no to a question. */
  readonly deny: (event?: ArmedEvent) => void;
  /** The draft, including which parts of the card are open. */
  readonly draft: ConfirmDraft;
  readonly setDraft: (change: ConfirmDraft) => void;
}

/** Secret arguments as typed; they are not part of the draft. */
export interface TypedSecrets {
  /** Digest of the arguments to which they belong. */
  readonly about: string | undefined;
  readonly secrets: ToolArgs;
}

/** Storage of the draft, and the receiver of the answer. */
export interface ConfirmChoiceOptions {
  readonly stored: ConfirmDraft;
  readonly store: (draft: ConfirmDraft) => void;
  readonly typed: TypedSecrets | undefined;
  readonly setTyped: (typed: TypedSecrets) => void;
  /** Whether an answer can be given now. */
  readonly answerable: boolean;
  readonly respond: (answer: Answer, event?: ArmedEvent) => void;
  /** The server's time in milliseconds since the epoch. */
  readonly now: () => number;
}

const ONCE = { scope: 'once' } as const;

/** The decision about a call, built from its draft. */
export function confirmChoice(
  request: ConfirmRequest,
  { stored, store, typed, setTyped, answerable, respond, now }: ConfirmChoiceOptions,
): ConfirmChoice {
  const { purpose, tool_args: proposed, tool_schema: schema, args_digest } = request;
  const draft = choiceAbout(args_digest, stored);
  const setDraft = (change: ConfirmDraft): void =>
    store({ ...draft, ...change, about: args_digest });
  const secrets =
    typed !== undefined && typed.about === args_digest
      ? typed.secrets
      : argsWhere(true, proposed, schema);

  const authorization = purpose === 'authorization';
  const { modifiedArgs: modified, denial, remember, answering, editing = false } = draft;
  const clipped = authorization && draft.revealed !== true && !editing && areLong(proposed, schema);
  const allowable =
    answerable && !clipped && draft.invalid !== true && denial === undefined && !answering;
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
    editable: request.allowed_actions.includes('modify_args'),
    args: { ...(draft.args ?? argsWhere(false, proposed, schema)), ...secrets },
    edited: modified !== undefined,
    setArgs,
    resetArgs: () => setArgs(proposed),
    note: draft.note ?? '',
    setNote: (next) => setDraft({ note: next }),
    approvalScope: approvalScopeOf(request, remember, (next) => setDraft({ remember: next })),
    denialScope: denialScopeOf(request, denial, (next) => setDraft({ denial: next })),
    answerInstead(text, event) {
      respond({ action: 'answer', text, ...said, remember: ONCE }, event);
    },
    clipped,
    reveal: () => setDraft({ revealed: true }),
    allowable,
    allow(event) {
      if (!allowable) return;
      if (!authorization) return respond({ confirmed: true }, event);
      const answer =
        modified === undefined
          ? // A rule for the proposed call need not cover an edited one.
            ({ action: 'approve', remember: rememberOf('patterns', remember, now()) } as const)
          : ({
              action: 'modify_args',
              modified_args: { ...modified, ...secrets },
              remember: ONCE,
            } as const);
      respond({ confirmed: true, ...answer, ...said }, event);
    },
    deny(event) {
      const answer = {
        action: 'deny',
        ...said,
        remember: rememberOf('deny_patterns', denial, now()),
      } as const;
      respond({ confirmed: false, ...(authorization && answer) }, event);
    },
    draft,
    setDraft,
  };
}
