'use client';
import type { ReactElement } from 'react';
import type { PartProps } from '../internal/part.tsx';
import { CopyButton } from '../internal/record/copy-button.tsx';
import { useFormat } from '../messages/use-format.ts';
import { useArgsWords } from '../messages/args-words.ts';
import { useRecordWords } from '../messages/record-words.ts';
import { useReceipt } from './receipt-context.ts';
import { receiptText } from './receipt-text.ts';

/**
 * Copies the receipt as text. `data-state`: `idle`; `copied` or `failed` until the button loses
 * focus.
 */
export function Copy(props: PartProps<'button'>): ReactElement {
  const details = useReceipt('Copy');
  const messages = { ...useArgsWords(), ...useRecordWords() };
  const format = useFormat();
  return (
    <CopyButton
      partName="receipt-copy"
      text={() => receiptText(details, messages, format)}
      {...props}
    />
  );
}
