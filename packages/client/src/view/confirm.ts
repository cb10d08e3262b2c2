import type { ConfirmRequest, InteractionResponse, ToolArgs } from '@hitl/protocol';
import { sameJson } from '@hitl/protocol/fold';
import type { ArmedEvent } from './arming.ts';
import { choiceAbout, type ConfirmDraft } from './confirm-draft.ts';
import { areLong } from './long.ts';
import { approvalScopeOf, denialScopeOf, rememberOf, type RuleScope } from './rule-scope.ts';
import { argsWhere } from './secret-args.ts';

/** What is said, without what follows from the request. */
export type Answer = Omit<InteractionResponse, 'request_id' | 'type'>;

/** What a person makes up about a call before answering, and the two answers. */
export interface ConfirmChoice {
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
  /** Text for the agent, sent with the answer: a reason, or what to do instead. */
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

/** Secrets among the arguments as they were typed; they are in no draft. */
export interface TypedSecrets {
  /** The digest of the arguments that they belong to. */
  readonly about: string | undefined;
  readonly secrets: ToolArgs;
}

/** Where a choice is kept, and who takes the answer. */
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

/** What can be made up about a call, from what is kept of it, and the answer that it makes. */
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
