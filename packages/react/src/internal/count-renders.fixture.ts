import { afterEach, beforeEach } from 'vitest';

interface Fiber {
  readonly type: unknown;
  readonly flags: number;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
  readonly alternate: Fiber | null;
  readonly memoizedProps: { readonly request?: { readonly id?: string } } | null;
}

interface Hook {
  onCommitFiberRoot?: (
    renderer: unknown,
    root: { readonly current: Fiber },
    ...more: unknown[]
  ) => void;
  [member: string]: unknown;
}

/** A component that rendered: its name, and the request it was given, if any. */
export interface Rendered {
  readonly name: string;
  readonly request: string | undefined;
}

/** Flag of a component whose function was called. */
const PERFORMED_WORK = 1;

/** Undefined while nothing is counted. */
let rendered: Rendered[] | undefined;

function nameOf(type: unknown): string | undefined {
  if (typeof type === 'function') return type.name;
  const inner = (type as { readonly type?: unknown } | null)?.type;
  return typeof inner === 'function' ? inner.name : undefined;
}

function walk(fiber: Fiber, before: Fiber | null): void {
  const name = nameOf(fiber.type);
  const performed = before === null || (fiber.flags & PERFORMED_WORK) !== 0;
  if (name !== undefined && performed) {
    rendered?.push({ name, request: fiber.memoizedProps?.request?.id });
  }
  // The same child as before means that this subtree did not render.
  if (before !== null && fiber.child === before.child) return;
  for (let child = fiber.child; child !== null; child = child.sibling) {
    walk(child, child.alternate);
  }
}

const page = globalThis as { __REACT_DEVTOOLS_GLOBAL_HOOK__?: Hook };
// oxlint-disable-next-line no-underscore-dangle -- React's own name for it
const hook = (page.__REACT_DEVTOOLS_GLOBAL_HOOK__ ??= {
  renderers: new Map(),
  supportsFiber: true,
  inject: () => 1,
  onScheduleFiberRoot() {},
  onCommitFiberUnmount() {},
});
const heard = hook.onCommitFiberRoot;
hook.onCommitFiberRoot = (renderer, root, ...more) => {
  if (rendered !== undefined) walk(root.current, root.current.alternate);
  heard?.(renderer, root, ...more);
};

/**
 * Observes what React renders in the tests of a file, like its developer tools. React looks for their
 * hook once, when it is loaded, so the setup of browser tests (`config/vitest/page.ts`) loads this first.
 */
export function countRenders(): void {
  beforeEach(() => {
    rendered = [];
  });
  afterEach(() => {
    rendered = undefined;
  });
}

/** The components rendered since the start of the test or the last call. */
export function takeRendered(): readonly Rendered[] {
  const taken = rendered ?? [];
  rendered = [];
  return taken;
}
