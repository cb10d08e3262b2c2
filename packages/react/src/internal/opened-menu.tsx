'use client';
import * as DropdownMenu from 'radix-ui/dropdown-menu';
import { useRef, type ReactElement } from 'react';
import { MenuButton, type ActionMenuProps, type MenuItem } from './menu-button.tsx';
import { useMergedRef } from './merged-ref.ts';
import { useSecondPress } from './use-second-press.ts';
import { useTextDirection } from './use-text-direction.ts';

/**
 * A menu that has been opened once, with its button. In a separate file, because it is half as
 * large as a card.
 */
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
            // The chosen action may have focused a field.
            const { activeElement, body } = document;
            if (activeElement !== null && activeElement !== body) event.preventDefault();
          }}
        >
          {items.map((item) => (
            <Entry
              key={item.label}
              item={item}
              onChosen={(event) => {
                button.current?.focus();
                item.onSelect(event);
              }}
            />
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** One entry; an irreversible action needs a second press. */
function Entry({
  item: { label, danger, sure },
  onChosen,
}: {
  item: MenuItem;
  onChosen: MenuItem['onSelect'];
}): ReactElement {
  const { asked, press, forget } = useSecondPress();
  return (
    <DropdownMenu.Item
      data-hitl-part="menu-item"
      data-danger={danger || undefined}
      data-armed={asked || undefined}
      onBlur={forget}
      onSelect={(event) => {
        if (sure === undefined || press(event)) onChosen(event);
        else event.preventDefault();
      }}
    >
      {asked ? sure : label}
    </DropdownMenu.Item>
  );
}
