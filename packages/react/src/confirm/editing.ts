import { argsWhere } from '@hitl/client/view';
import type { ToolArgs } from '@hitl/protocol';
import { sameJson } from '@hitl/protocol/fold';
import { secretEdits } from '../internal/secret-edits.ts';
import type { Confirming } from './use-confirm.ts';

/** The arguments of a call as they are being edited. */
export interface Editing {
  /** As allowing would run them: as proposed, or as edited. */
  readonly args: Record<string, unknown>;
  /** `valid` is `false` while something is typed that is no value. */
  readonly edit: (args: ToolArgs, valid: boolean) => void;
}

/** What is edited in a card. Secrets are kept beside the draft, and die with the form. */
export function editingOf({
  card,
  choice,
  choose,
}: Pick<Confirming, 'card' | 'choice' | 'choose'>): Editing {
  const { id, tool_args: proposed, tool_schema: schema } = card.request;
  const secrets = secretEdits.get(id) ?? argsWhere(true, proposed, schema);
  return {
    args: { ...(choice.args ?? argsWhere(false, proposed, schema)), ...secrets },
    edit(args, valid) {
      const open = argsWhere(false, args, schema);
      secretEdits.set(id, argsWhere(true, args, schema));
      choose({
        args: open,
        modifiedArgs: sameJson(args, proposed) ? undefined : open,
        invalid: !valid,
      });
    },
  };
}
