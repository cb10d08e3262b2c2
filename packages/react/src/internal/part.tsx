import {
  createElement,
  type ComponentProps,
  type ElementType,
  type JSX,
  type ReactElement,
  type ReactNode,
} from 'react';
import * as Slot from 'radix-ui/slot';

/** Props of a part: those of its element, and `asChild`. */
export type PartProps<T extends keyof JSX.IntrinsicElements> = ComponentProps<T> & {
  /** Renders the only child instead, with these props merged into it. */
  asChild?: boolean | undefined;
  [data: `data-${string}`]: unknown;
};

/** A part that takes the props of its element. */
export type Part<T extends keyof JSX.IntrinsicElements> = (props: PartProps<T>) => ReactNode;

/** Renders `tag`, or with `asChild` the only child, as the part named `part`. */
export function renderPart<T extends keyof JSX.IntrinsicElements>(
  tag: T,
  part: string,
  props: PartProps<T>,
): ReactElement {
  const { asChild, ...rest } = props;
  const element: ElementType = asChild === true ? Slot.Root : tag;
  return createElement(element, { 'data-hitl-part': part, ...rest });
}

/** Runs the caller's handler first; its `preventDefault()` stops ours. */
export function composed<E extends { defaultPrevented: boolean }>(
  theirs: ((event: E) => void) | undefined,
  ours: (event: E) => void,
): (event: E) => void {
  return (event) => {
    theirs?.(event);
    if (!event.defaultPrevented) ours(event);
  };
}
