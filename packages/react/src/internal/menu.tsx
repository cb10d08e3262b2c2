'use client';
import { useId, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { Icon } from './icons.tsx';
import { keepFocus } from './keep-focus.ts';

export interface MenuItem {
  readonly label: string;
  readonly danger?: boolean;
  readonly onSelect: (event: { readonly timeStamp: number }) => void;
}

/**
 * A button that shows more buttons. Escape and a press elsewhere close it and decide nothing.
 */
export function DisclosureMenu({
  label,
  items,
  disabled,
}: {
  label: string;
  items: readonly MenuItem[];
  disabled: boolean;
}): ReactNode {
  const [open, setOpen] = useState(false);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  if (items.length === 0) return null;

  const entry = (item: MenuItem): ReactElement => (
    <button
      key={item.label}
      type="button"
      data-hitl-part="menu-item"
      data-danger={item.danger || undefined}
      onClick={(event) => {
        setOpen(false);
        button.current?.focus();
        item.onSelect(event);
      }}
    >
      {item.label}
    </button>
  );
  return (
    <div
      data-hitl-part="menu"
      onMouseDown={keepFocus}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        event.stopPropagation();
        setOpen(false);
        button.current?.focus();
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={button}
        type="button"
        data-hitl-part="menu-button"
        data-variant="quiet"
        aria-label={label}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        disabled={disabled}
        onClick={(event) => {
          // Safari gives no focus to a button that is clicked, and who has none does not leave it.
          event.currentTarget.focus();
          setOpen(!open);
        }}
      >
        <Icon name="more" />
      </button>
      {open && (
        <div data-hitl-part="menu-panel" id={id}>
          {items.map(entry)}
        </div>
      )}
    </div>
  );
}
