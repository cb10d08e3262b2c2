import type { ConfirmRequest } from '@hitl/protocol';
import { argsForm, type ArgsForm, type ConfirmChoice, type TypedText } from '../view/index.ts';
import type { ChatWords } from './words.ts';

/** The form of a call's arguments, and typed text that is not a valid value yet. */
export interface ArgsEditor {
  /** The form, if the arguments are being edited. */
  readonly formOf: (
    request: ConfirmRequest,
    choice: ConfirmChoice,
    error: unknown,
  ) => ArgsForm | undefined;
  /** Starts to edit the arguments, or discards the edits. */
  readonly toggle: (choice: ConfirmChoice) => void;
  /** Forgets typed text, because the call is another one. */
  readonly forget: () => void;
}

/** Creates the editor of one card. */
export function createArgsEditor(words: ChatWords): ArgsEditor {
  let typed: ReadonlyMap<string, TypedText> = new Map();
  const forget = (): void => {
    typed = new Map();
  };
  return {
    formOf({ tool_args: proposed, tool_schema: schema }, { args, setArgs, draft }, error) {
      if (draft.editing !== true) return undefined;
      const onTypedChange = (next: ReadonlyMap<string, TypedText>): void => {
        typed = next;
      };
      return argsForm(
        {
          value: args,
          proposed,
          schema,
          error,
          onValueChange: (next, { valid }) => setArgs(next, valid),
          typed,
          onTypedChange,
        },
        words,
      );
    },
    toggle({ draft: { editing = false }, resetArgs, setDraft }) {
      forget();
      if (editing) resetArgs();
      setDraft({ editing: !editing, args: undefined, modifiedArgs: undefined, invalid: false });
    },
    forget,
  };
}
