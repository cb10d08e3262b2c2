'use client';
import type { ReactElement } from 'react';
import type { PartProps } from '../internal/part.tsx';
import { CopyButton } from '../internal/record/copy-button.tsx';
import { args } from '../messages/en/args.ts';
import { card } from '../messages/en/card.ts';
import { common } from '../messages/en/common.ts';
import { details as detailWords } from '../messages/en/details.ts';
import { panels } from '../messages/en/panels.ts';
import { record } from '../messages/en/record.ts';
import { useFormat } from '../messages/use-format.ts';
import { useMessages } from '../messages/use-messages.ts';
import { useReceipt } from './receipt-context.ts';
import { receiptText } from './receipt-text.ts';

const words = { ...args, ...card, ...common, ...detailWords, ...panels, ...record };

/**
 * Copies the receipt as text. `data-state`: `idle`; `copied` or `failed` until the button loses
 * focus.
 */
export function Copy(props: PartProps<'button'>): ReactElement {
  const details = useReceipt('Copy');
  const messages = useMessages(words);
  const format = useFormat();
  return (
    <CopyButton
      partName="receipt-copy"
      text={() => receiptText(details, messages, format)}
      {...props}
    />
  );
}
