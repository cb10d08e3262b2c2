'use client';
import { use, useState, type ReactElement } from 'react';
import { args } from '../messages/en/args.ts';
import { useMessages } from '../messages/use-messages.ts';
import { EditorContext } from './editor-context.ts';

/** Adds a member of any name to an object, as headers and variables have them. */
export function AddMember({
  taken,
  onAdd,
}: {
  taken: (name: string) => boolean;
  onAdd: (name: string) => void;
}): ReactElement {
  const messages = useMessages(args);
  const { disabled } = use(EditorContext);
  const [name, setName] = useState('');
  const possible = !disabled && name !== '' && !taken(name);
  const add = (): void => {
    if (!possible) return;
    onAdd(name);
    setName('');
  };
  return (
    <div data-hitl-part="arg-add">
      <input
        data-hitl-part="field"
        type="text"
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        aria-label={messages.newName}
        placeholder={messages.newName}
        readOnly={disabled}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => {
          // Enter ends the choice of a character, too; Safari says so by the key code alone.
          const { isComposing, keyCode } = event.nativeEvent;
          if (event.key !== 'Enter' || isComposing || keyCode === 229) return;
          event.preventDefault();
          add();
        }}
      />
      <button type="button" data-hitl-part="link" disabled={!possible} onClick={add}>
        {messages.add}
      </button>
    </div>
  );
}
