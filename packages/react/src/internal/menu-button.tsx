'use client';
import type { ComponentProps, ReactElement } from 'react';
import { Icon } from './icons.tsx';

/** Props of a menu: its name, its entries, and whether it is disabled. */
export interface ActionMenuProps {
  label: string;
  items: readonly MenuItem[];
  disabled: boolean;
}

/** One entry of a menu. */
export interface MenuItem {
  readonly label: string;
  readonly danger?: boolean;
  /** Label after the first press; a second press then performs the action. */
  readonly sure?: string;
  readonly onSelect: (event: { readonly timeStamp: number }) => void;
}

/** The button of a menu. */
export function MenuButton(props: ComponentProps<'button'>): ReactElement {
  return (
    <button type="button" data-hitl-part="menu-button" data-variant="quiet" {...props}>
      <Icon name="more" />
    </button>
  );
}
