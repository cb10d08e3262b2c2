import { hasHandle, textOf } from '@hitl/client/view';
import { useState, type ReactElement } from 'react';
import { Code } from '../internal/code.tsx';
import { useArgsWords } from '../messages/args-words.ts';
import { Masked } from './masked.tsx';
import { SafeText } from './safe-text.tsx';

/**
 * A value that its schema marks as secret: masked, and in the page only while the person views it.
 * A handle of a secret that this page does not have cannot be revealed.
 */
export function SecretValue({ value }: { value: unknown }): ReactElement {
  const messages = useArgsWords();
  const [shown, setShown] = useState(false);
  const text = textOf(value);
  if (hasHandle(text)) return <SafeText text={text} />;
  return (
    <span data-hitl-part="secret-value">
      {shown ? <Code text={text} /> : <Masked />}
      <button type="button" data-hitl-part="link" onClick={() => setShown(!shown)}>
        {shown ? messages.hideSecret : messages.showSecret}
      </button>
    </span>
  );
}
