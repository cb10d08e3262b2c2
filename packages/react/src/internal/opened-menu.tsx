'use client';
import * as DropdownMenu from 'radix-ui/dropdown-menu';
import { useRef, type ReactElement } from 'react';
import { MenuButton, type ActionMenuProps } from './menu-button.tsx';
import { useMergedRef } from './merged-ref.ts';
import { useTextDirection } from './use-text-direction.ts';

/** A menu that has been opened once, with its button. In a file of its own: half as large as a card. */
export function OpenedMenu({ label, items, disabled }: ActionMenuProps): ReactElement {
  const [dir, direction] = useTextDirection();
  const button = useRef<HTMLButtonElement>(null);
  const ref = useMergedRef(button, direction);
  return (
    <DropdownMenu.Root defaultOpen modal={false} dir={dir}>
      <DropdownMenu.Trigger asChild>
        <MenuButton ref={ref} aria-label={label} disabled={disabled} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          data-hitl-part="menu-panel"
          side="top"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            // What was chosen may have given the focus to a field.
            const { activeElement, body } = document;
            if (activeElement !== null && activeElement !== body) event.preventDefault();
          }}
        >
          {items.map((item) => (
            <DropdownMenu.Item
              key={item.label}
              data-hitl-part="menu-item"
              data-danger={item.danger || undefined}
              onSelect={(event) => {
                button.current?.focus();
                item.onSelect(event);
              }}
            >
              {item.label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
