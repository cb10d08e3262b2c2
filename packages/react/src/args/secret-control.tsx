'use client';
import { sameJson } from '@hitl/protocol/fold';
import { use, useState, type ReactElement } from 'react';
import { args } from '../messages/en/args.ts';
import { useMessages } from '../messages/use-messages.ts';
import { EditorContext } from './editor-context.ts';
import { Masked } from './masked.tsx';
import type { ControlProps } from './value-controls.tsx';

/**
 * A secret, masked; a text can be replaced by another one. What is typed is in no attribute and comes
 * back nowhere: the field is left alone once it stands.
 */
export function SecretControl(props: ControlProps): ReactElement {
  const { id, value, proposed, describedBy, onChange } = props;
  const messages = useMessages(args);
  const { disabled } = use(EditorContext);
  const changed = !sameJson(value, proposed);
  const [replacing, setReplacing] = useState(false);
  if (!replacing) {
    return (
      <div data-hitl-part="arg-field-secret">
        <Masked />
        {changed && <span>{messages.secretChanged}</span>}
        {(typeof value === 'string' || value === undefined) && (
          <button
            id={id}
            type="button"
            data-hitl-part="link"
            aria-describedby={describedBy}
            disabled={disabled}
            onClick={() => setReplacing(true)}
          >
            {messages.replaceSecret}
          </button>
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
        // The person has just asked for it.
        autoFocus
        onChange={(event) => onChange(event.target.value)}
      />
      <button
        type="button"
        data-hitl-part="link"
        disabled={disabled}
        onClick={() => {
          onChange(proposed);
          setReplacing(false);
        }}
      >
        {messages.keepSecret}
      </button>
    </div>
  );
}
