import { cloneElement, isValidElement, type ReactElement, type ReactNode } from 'react';

type Props = Readonly<Record<string, unknown>>;
type AnyFunction = (...args: unknown[]) => unknown;

function isFunction(value: unknown): value is AnyFunction {
  return typeof value === 'function';
}

/** One ref for two; a clean-up that either returns is run in place of a call with `null`. */
export function mergedRef(...refs: readonly unknown[]): (node: unknown) => () => void {
  return (node) => {
    const cleanups = refs.map((ref) => {
      if (isFunction(ref)) return ref(node) ?? (() => ref(null));
      if (typeof ref === 'object' && ref !== null) Object.assign(ref, { current: node });
      return () => ref !== null && typeof ref === 'object' && Object.assign(ref, { current: null });
    });
    return () => {
      for (const cleanup of cleanups) if (isFunction(cleanup)) cleanup();
    };
  };
}

function mergedProp(name: string, ours: unknown, theirs: unknown): unknown {
  if (isFunction(ours) && isFunction(theirs) && /^on[A-Z]/.test(name)) {
    return (...args: unknown[]) => {
      theirs(...args);
      ours(...args);
    };
  }
  if (name === 'style') return Object.assign({}, ours, theirs);
  if (name === 'className') return [ours, theirs].filter(Boolean).join(' ');
  return name === 'ref' ? mergedRef(ours, theirs) : theirs;
}

/**
 * Renders its only child with the props it was given merged into it: handlers run one after the
 * other, the child's first, so that it can prevent ours; class names and styles add up; refs are both
 * set; anything else is the child's where it has it.
 */
export function Slot({ children: child, ...ours }: { children?: ReactNode }): ReactElement {
  if (!isValidElement<Props>(child)) throw new Error('asChild needs one element as its child.');
  const props: Record<string, unknown> = { ...ours };
  for (const [name, theirs] of Object.entries(child.props)) {
    props[name] = name in ours ? mergedProp(name, props[name], theirs) : theirs;
  }
  return cloneElement(child, props);
}
