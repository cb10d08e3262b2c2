'use client';
import { visibleString, isShowable, titleOf } from '@hitl/client/view';
import * as DialogPrimitive from 'radix-ui/dialog';
import type { ReactElement, ReactNode } from 'react';
import type { PartProps } from '../internal/part.tsx';
import { card } from '../messages/en/card.ts';
import { common } from '../messages/en/common.ts';
import { details } from '../messages/en/details.ts';
import { useMessages } from '../messages/use-messages.ts';
import { Auto, type AutoProps } from './auto.tsx';

const words = { ...card, ...common, ...details };

/** What `Auto` takes, and when the dialog is open. */
export type DialogProps = Pick<
  AutoProps,
  'request' | 'onRespond' | 'settlement' | 'armingDelayMs' | 'renderers'
> &
  Omit<PartProps<'div'>, 'asChild' | 'children'> & {
    /** Whether it is open; left out, the trigger opens it. */
    open?: boolean | undefined;
    /** Default `false`. */
    defaultOpen?: boolean | undefined;
    /** The person opens or closes it. Closing answers nothing: the request still waits. */
    onOpenChange?: ((open: boolean) => void) | undefined;
    /** One button that opens it. */
    children?: ReactNode;
  };

/**
 * The card that fits a request, in a dialog over the page. Escape, a press beside it and its close
 * button close it and answer nothing; once the request has ended, the dialog shows its receipt until it
 * is closed. No button has the focus when it opens.
 */
export function Dialog({
  request,
  onRespond,
  settlement,
  armingDelayMs,
  renderers,
  open,
  defaultOpen,
  onOpenChange,
  children,
  ...props
}: DialogProps): ReactElement {
  const messages = useMessages(words);
  const title = isShowable(request) ? titleOf(request, messages) : messages.unknownRequest;
  return (
    <DialogPrimitive.Root
      {...(open !== undefined && { open })}
      {...(defaultOpen !== undefined && { defaultOpen })}
      {...(onOpenChange !== undefined && { onOpenChange })}
    >
      {children !== undefined && (
        <DialogPrimitive.Trigger asChild>{children}</DialogPrimitive.Trigger>
      )}
      <DialogPrimitive.Portal>
        <DialogPrimitive.Overlay data-hitl-part="dialog-overlay" />
        <DialogPrimitive.Content
          data-hitl-part="dialog"
          aria-describedby={undefined}
          // The first button would be one that answers.
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            if (event.target instanceof HTMLElement) event.target.focus();
          }}
          {...props}
        >
          <DialogPrimitive.Title data-hitl-part="unseen">
            {visibleString(title)}
          </DialogPrimitive.Title>
          <Auto
            request={request}
            onRespond={onRespond}
            settlement={settlement}
            armingDelayMs={armingDelayMs}
            renderers={renderers}
          />
          <DialogPrimitive.Close data-hitl-part="dialog-close" data-variant="quiet">
            {messages.close}
          </DialogPrimitive.Close>
        </DialogPrimitive.Content>
      </DialogPrimitive.Portal>
    </DialogPrimitive.Root>
  );
}
