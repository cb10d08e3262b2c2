import { argsWhere, isBlock } from '@hitl/client/view';
import type { InteractionRequest } from '@hitl/protocol';

/** One-line summary of a call. */
export interface Line {
  /** The command, else its location, else the first argument; never a secret. */
  readonly subject: string;
  readonly description: string | undefined;
  /** Whether the line contains the whole call. */
  readonly whole: boolean;
}

/** The line of a call. */
export function lineOf(request: InteractionRequest): Line {
  const { tool_args: args } = request;
  const open = argsWhere(false, args, request.type === 'confirm' ? request.tool_schema : undefined);
  const { description, ...rest } = open;
  const said = typeof description === 'string' && !isBlock(description);
  const shown = said ? rest : open;
  const name = ['command', 'path'].find((each) => Object.hasOwn(shown, each));
  const first = name ?? Object.keys(shown)[0];
  const value = first === undefined ? '' : shown[first];
  const subject = typeof value === 'string' ? value : JSON.stringify(value);
  return {
    subject,
    description: said ? description : undefined,
    whole:
      Object.keys(shown).length <= 1 &&
      Object.keys(open).length === Object.keys(args).length &&
      !isBlock(subject),
  };
}
