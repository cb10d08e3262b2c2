import * as Collapsible from 'radix-ui/collapsible';
import { useRef, useState, type ReactNode } from 'react';
import { Icon } from './icons.tsx';
import { useSecondPress } from './use-second-press.ts';

/** A rare action, shown on request. */
export interface MoreAction {
  /** Stays the same when the label changes, as that of stopping the countdown does. */
  readonly id: string;
  readonly label: string;
  readonly danger?: boolean;
  /** Label after the first press; a second press then performs the action. */
  readonly sure?: string;
  readonly onSelect: (event: { readonly timeStamp: number }) => void;
}

/**
 * A button that shows more buttons on a separate line below its row, so that no other button moves.
 * Escape hides them. Renders nothing without actions.
 */
export function MoreActions({
  label,
  actions,
  disabled,
}: {
  label: string;
  actions: readonly MoreAction[];
  disabled: boolean;
}): ReactNode {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (actions.length === 0) return null;
  return (
    <Collapsible.Root
      data-hitl-part="more"
      open={open}
      disabled={disabled}
      onOpenChange={setOpen}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        setOpen(false);
        button.current?.focus();
      }}
    >
      <Collapsible.Trigger
        ref={button}
        data-hitl-part="more-button"
        data-variant="quiet"
        aria-label={label}
      >
        <Icon name="more" />
      </Collapsible.Trigger>
      <Collapsible.Content data-hitl-part="more-actions" role="group" aria-label={label}>
        {actions.map((action) => (
          <Action key={action.id} action={action} disabled={disabled} />
        ))}
      </Collapsible.Content>
    </Collapsible.Root>
  );
}

/** One action; an irreversible one needs a second press. */
function Action({
  action: { label, danger, sure, onSelect },
  disabled,
}: {
  action: MoreAction;
  disabled: boolean;
}): ReactNode {
  const { asked, press, forget } = useSecondPress();
  return (
    <button
      type="button"
      data-hitl-part="more-action"
      data-variant={danger === true ? 'danger' : 'quiet'}
      data-armed={asked || undefined}
      disabled={disabled}
      onBlur={forget}
      onClick={(event) => {
        // Safari does not focus a clicked button, and without focus there is no blur.
        event.currentTarget.focus();
        if (sure === undefined || press(event)) onSelect(event);
      }}
    >
      <span>{asked ? sure : label}</span>
      {/* Keeps the button as wide as the longer label, so that it does not move. */}
      {sure !== undefined && <span aria-hidden="true">{asked ? label : sure}</span>}
    </button>
  );
}
