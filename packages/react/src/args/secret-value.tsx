'use client';
import { hasHandle, textOf } from '@hitl/client/view';
import { useState, type ReactElement } from 'react';
import { VisibleText } from '../internal/visible-text.tsx';
import { args } from '../messages/en/args.ts';
import { useMessages } from '../messages/use-messages.ts';
import { Masked } from './masked.tsx';
import { SafeText } from './safe-text.tsx';

/**
 * A value that its schema marks as secret: masked, and in the page only while the person views it.
 * A handle of a secret that this page does not have cannot be revealed.
 */
export function SecretValue({ value }: { value: unknown }): ReactElement {
  const messages = useMessages(args);
  const [shown, setShown] = useState(false);
  const text = textOf(value);
  if (hasHandle(text)) return <SafeText text={text} />;
  return (
    <span data-hitl-part="secret-value">
      {shown ? (
        <code>
          <VisibleText text={text} />
        </code>
      ) : (
        <Masked />
      )}
      <button type="button" data-hitl-part="link" onClick={() => setShown(!shown)}>
        {shown ? messages.hideSecret : messages.showSecret}
      </button>
    </span>
  );
}
