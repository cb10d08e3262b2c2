import { useState, type ReactElement } from 'react';
import { isComposing } from '../internal/is-composing.ts';
import { useArgsWords } from '../messages/args-words.ts';
import { Link } from './link.tsx';

/** Adds a member with any name to an object, such as headers or variables. */
export function AddMember({
  taken,
  disabled,
  onAdd,
}: {
  taken: readonly string[];
  disabled: boolean;
  onAdd: (name: string) => void;
}): ReactElement {
  const messages = useArgsWords();
  const [name, setName] = useState('');
  const possible = !disabled && name !== '' && !taken.includes(name);
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
          if (event.key !== 'Enter' || isComposing(event)) return;
          event.preventDefault();
          add();
        }}
      />
      <Link disabled={!possible} onClick={add}>
        {messages.add}
      </Link>
    </div>
  );
}
