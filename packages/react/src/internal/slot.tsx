import {
  Children,
  cloneElement,
  isValidElement,
  type ReactElement,
  type ReactNode,
  type Ref,
  type RefCallback,
} from 'react';

type Props = Readonly<Record<string, unknown>>;

function assign(ref: unknown, node: unknown): unknown {
  if (typeof ref === 'function') return (ref as RefCallback<unknown>)(node);
  if (typeof ref === 'object' && ref !== null) Object.assign(ref, { current: node });
  return undefined;
}

/** One ref for two: each is given the node, and its own clean-up, if it returns one, is run. */
export function mergedRef<T>(...refs: readonly (Ref<T> | undefined)[]): RefCallback<T> {
  return (node) => {
    const cleanups = refs.map((ref) => [ref, assign(ref, node)] as const);
    return () => {
      for (const [ref, cleanup] of cleanups) {
        if (typeof cleanup === 'function') cleanup();
        else assign(ref, null);
      }
    };
  };
}

/** Both handlers, the child's own first: it can prevent ours. */
function both(theirs: unknown, ours: unknown): (...args: unknown[]) => void {
  return (...args) => {
    if (typeof theirs === 'function') Reflect.apply(theirs, undefined, args);
    if (typeof ours === 'function') Reflect.apply(ours, undefined, args);
  };
}

function merged(ours: Props, theirs: Props): Record<string, unknown> {
  const props: Record<string, unknown> = { ...ours };
  for (const [name, value] of Object.entries(theirs)) {
    const own = ours[name];
    if (/^on[A-Z]/.test(name) && own !== undefined) props[name] = both(value, own);
    else if (name === 'style') props[name] = { ...(own as object), ...(value as object) };
    else if (name === 'className') props[name] = [own, value].filter(Boolean).join(' ');
    else if (name === 'ref') props[name] = mergedRef(own as Ref<unknown>, value as Ref<unknown>);
    else props[name] = value;
  }
  return props;
}

/**
 * Renders its only child with the props it was given merged into it: handlers run one after the
 * other, class names and styles add up, refs are both set, anything else is the child's if it has it.
 */
export function Slot({ children, ...ours }: { children?: ReactNode }): ReactElement {
  const child = Children.only(children);
  if (!isValidElement<Props>(child)) {
    throw new Error('A part with asChild needs exactly one element as its child.');
  }
  return cloneElement(child, merged(ours, child.props));
}
