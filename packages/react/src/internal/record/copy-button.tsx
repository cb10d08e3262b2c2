import { useId, useState, type ReactElement } from 'react';
import { useRecordWords } from '../../messages/record-words.ts';
import { announce } from '../announcer.ts';
import { Icon } from '../icons.tsx';
import { keepFocus } from '../keep-focus.ts';
import { composed, renderPart, type PartProps } from '../part.tsx';

export interface CopyButtonProps extends PartProps<'button'> {
  partName: string;
  /** Called when the button is pressed. */
  text: () => string;
}

const ICONS = { idle: 'copy', copied: 'check', failed: 'cross' } as const;

/** Copies a text. `data-state`: `idle`; `copied` or `failed` until the button loses focus. */
export function CopyButton({
  partName,
  text,
  onClick,
  onMouseDown,
  onBlur,
  ...props
}: CopyButtonProps): ReactElement {
  const messages = useRecordWords();
  const [state, setState] = useState<keyof typeof ICONS>('idle');
  const id = useId();
  const said = { idle: messages.copyAsText, copied: messages.copied, failed: messages.copyFailed };
  const copy = async (pressedAt: number): Promise<void> => {
    let next: 'copied' | 'failed' = 'copied';
    try {
      await navigator.clipboard.writeText(text());
    } catch {
      // Without permission or https; the text can still be selected.
      next = 'failed';
    }
    setState(next);
    announce(`${id} ${pressedAt}`, said[next]);
  };
  return renderPart('button', partName, {
    type: 'button',
    'data-variant': 'quiet',
    'data-state': state,
    children: (
      <>
        <Icon name={ICONS[state]} />
        {said[state]}
      </>
    ),
    ...props,
    onClick: composed(onClick, ({ currentTarget, timeStamp }) => {
      // Safari does not focus a clicked button, and without focus there is no blur.
      currentTarget.focus();
      void copy(timeStamp);
    }),
    onMouseDown: composed(onMouseDown, keepFocus),
    onBlur: composed(onBlur, () => setState('idle')),
  });
}
