'use client';
import { useRef, useState, type ReactNode } from 'react';
import { MenuButton, type ActionMenuProps } from './menu-button.tsx';
import type { OpenedMenu } from './opened-menu.tsx';

const load = async (): Promise<typeof OpenedMenu> => (await import('./opened-menu.tsx')).OpenedMenu;

/**
 * A button that opens a menu. The menu itself is loaded on hover or focus; an earlier press opens
 * it once loaded, unless the focus has moved. Escape and a press elsewhere close it without
 * deciding. Renders nothing without entries.
 */
export function ActionMenu({ label, items, disabled }: ActionMenuProps): ReactNode {
  const [Opened, setOpened] = useState<typeof OpenedMenu>();
  const wanted = useRef(false);
  if (items.length === 0) return null;
  const reach = (): void => {
    // If loading fails, the next press tries again.
    load().catch(() => {});
  };
  const open = async (): Promise<void> => {
    wanted.current = true;
    const menu = await load().catch(() => undefined);
    if (wanted.current && menu !== undefined) setOpened(() => menu);
  };
  return (
    <div data-hitl-part="menu">
      {Opened === undefined ? (
        <MenuButton
          aria-label={label}
          aria-haspopup="menu"
          aria-expanded={false}
          disabled={disabled}
          onPointerEnter={reach}
          onFocus={reach}
          onBlur={() => {
            wanted.current = false;
          }}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return;
            event.preventDefault();
            void open();
          }}
          onClick={(event) => {
            // Safari does not focus a clicked button, and without focus there is no blur.
            event.currentTarget.focus();
            void open();
          }}
        />
      ) : (
        <Opened label={label} items={items} disabled={disabled} />
      )}
    </div>
  );
}
