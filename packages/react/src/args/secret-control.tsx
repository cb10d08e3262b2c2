import { useState, type ReactElement } from 'react';
import { useArgsWords } from '../messages/args-words.ts';
import { Link } from './link.tsx';
import { Masked } from './masked.tsx';
import type { ControlProps } from './value-controls.tsx';

/**
 * A masked secret that can be replaced. Input is in no attribute and never rendered again: the
 * field is uncontrolled.
 */
export function SecretControl({ id, field, disabled, describedBy }: ControlProps): ReactElement {
  const { value, changed, type, reset = field.remove } = field;
  const messages = useArgsWords();
  const [replacing, setReplacing] = useState(false);
  if (!replacing) {
    return (
      <div data-hitl-part="arg-field-secret">
        <Masked />
        {changed && <span>{messages.secretChanged}</span>}
        {(typeof value === 'string' || value === undefined) && (
          <Link
            id={id}
            aria-describedby={describedBy}
            disabled={disabled}
            onClick={() => setReplacing(true)}
          >
            {messages.replaceSecret}
          </Link>
        )}
      </div>
    );
  }
  return (
    <div data-hitl-part="arg-field-secret">
      <input
        id={id}
        data-hitl-part="field"
        type="password"
        autoComplete="new-password"
        autoCapitalize="off"
        spellCheck={false}
        aria-describedby={describedBy}
        readOnly={disabled}
        // The person has just requested it.
        autoFocus
        onChange={(event) => type(event.target.value)}
      />
      <Link
        disabled={disabled}
        onClick={() => {
          reset?.();
          setReplacing(false);
        }}
      >
        {messages.keepSecret}
      </Link>
    </div>
  );
}
