'use client';
import { visibleString, isShowable, titleOf } from '@hitl/client/view';
import * as DialogPrimitive from 'radix-ui/dialog';
import type { ReactElement, ReactNode } from 'react';
import type { PartProps } from '../internal/part.tsx';
import { useCardWords } from '../messages/card-words.ts';
import { Auto, type AutoProps } from './auto.tsx';

/** Props of `Auto`, and the state of the dialog. */
export type DialogProps = Pick<
  AutoProps,
  'request' | 'onRespond' | 'settlement' | 'armingDelayMs' | 'renderers'
> &
  Omit<PartProps<'div'>, 'asChild' | 'children'> & {
    /** Whether it is open (controlled); if absent, the trigger opens it. */
    open?: boolean | undefined;
    /** Default `false`. */
    defaultOpen?: boolean | undefined;
    /**
     * Called when the person opens or closes it. Closing is not an answer: the request stays
     * pending.
     */
    onOpenChange?: ((open: boolean) => void) | undefined;
    /** One button that opens it. */
    children?: ReactNode;
  };

/**
 * The card for a request in a modal dialog. Escape, a press outside and the close button close it
 * without answering; once the request has ended, the dialog shows its receipt until it is closed.
 * No button is focused when it opens.
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
  const messages = useCardWords();
  const title = isShowable(request) ? titleOf(request, messages) : messages.unknownRequest;
  return (
    <DialogPrimitive.Root open={open} defaultOpen={defaultOpen} onOpenChange={onOpenChange}>
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
