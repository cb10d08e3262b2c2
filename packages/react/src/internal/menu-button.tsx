'use client';
import type { ComponentProps, ReactElement } from 'react';
import { Icon } from './icons.tsx';

/** What a menu needs: its name, its entries, and whether it can be opened. */
export interface ActionMenuProps {
  label: string;
  items: readonly MenuItem[];
  disabled: boolean;
}

/** One entry of a menu. */
export interface MenuItem {
  readonly label: string;
  readonly danger?: boolean;
  /** What it says once it was chosen: it is done when it is chosen again. */
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
