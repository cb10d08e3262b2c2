import { createFakeClient, type FakeClient } from '@hitl/client/testing';
import type { InteractionRequest } from '@hitl/protocol';
import { interactionResolved, runStarted, sessionLog } from '@hitl/protocol/testing';
import { Batch, HitlProvider, Inbox } from '@hitl/react';
import '@hitl/react/theme.css';
import { createElement, memo, type ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { build, read, type Markup } from './plain.ts';
import { requests } from './requests.ts';

/** Milliseconds of one step: its script alone, and until its result is laid out and painted. */
export interface Cost {
  readonly script: number;
  readonly shown: number;
}

/** Costs of one variant. */
export interface Costs {
  readonly mount: Cost;
  /** Until the last item is there, and the longest time that nothing else could happen meanwhile. */
  readonly whole: { readonly done: number; readonly longest: number };
  /** One request is answered elsewhere. */
  readonly update: Cost;
}

/** The rendered content. */
export type Scene = 'cards' | 'panel' | 'batch';
/** Who renders it: plain DOM, React without care, or the kit. */
export type Variant = 'plain' | 'naive' | 'kit';

const COUNT: Readonly<Record<Scene, number>> = { cards: 1000, panel: 1000, batch: 64 };
const ITEM: Readonly<Record<Scene, string>> = {
  cards: '[data-hitl-part="pending-requests"] > *',
  panel: '[data-hitl-part="inbox-row"]',
  batch: '[data-hitl-part="batch-row"]',
};

/** After the next frame was painted. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => resolve());
      port1.start();
      port2.postMessage(undefined);
    });
  });
}

/** A task of its own, right behind a frame, so that a step never starts in the middle of one. */
async function settled(): Promise<void> {
  await painted();
  await painted();
}

async function costOf(step: () => void): Promise<Cost> {
  await settled();
  const started = performance.now();
  step();
  // React reads a changed store in a microtask.
  await Promise.resolve();
  const script = performance.now() - started;
  document.body.getBoundingClientRect();
  const laidOut = performance.now();
  const frame = await frameTime();
  return { script, shown: laidOut - started + frame };
}

/** Duration of the next frame, in which content that `content-visibility` shows is laid out. */
function frameTime(): Promise<number> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const started = performance.now();
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => resolve(performance.now() - started));
      port1.start();
      port2.postMessage(undefined);
    });
  });
}

const client = (pending: readonly InteractionRequest[]): FakeClient =>
  createFakeClient({ pending });

function kitScene(
  scene: Scene,
  own: FakeClient,
  list: readonly InteractionRequest[],
): ReactElement {
  return (
    <HitlProvider client={own} locale="en">
      {scene === 'cards' && <Inbox.Cards lingerMs={60_000} />}
      {scene === 'panel' && <Inbox.Panel />}
      {scene === 'batch' && <Batch.Panel requests={list} />}
    </HitlProvider>
  );
}

function stage(): HTMLElement {
  const element = document.createElement('main');
  document.body.append(element);
  return element;
}

function listOf(scene: Scene): InteractionRequest[] {
  return requests(COUNT[scene], scene === 'batch' ? 'msg_1' : undefined);
}

/** The request that is answered: one that is on the screen. */
const ANSWERED = 2;

function answer(own: FakeClient): void {
  const place = { run_id: `run_${ANSWERED}` };
  own.emit(
    ...sessionLog([
      runStarted({}, place),
      interactionResolved(
        { interaction_id: `int_${ANSWERED}`, tool_call_id: `call_${ANSWERED}` },
        place,
      ),
    ]).slice(1),
  );
}

async function kit(scene: Scene): Promise<Costs & { before: Markup; after: Markup }> {
  const list = listOf(scene);
  const own = client(list);
  const element = stage();
  let root: Root | undefined;
  const mount = await costOf(() => {
    root = createRoot(element);
    flushSync(() => root?.render(kitScene(scene, own, list)));
  });
  const whole = await rest(() => element.querySelectorAll(ITEM[scene]).length === COUNT[scene]);
  await settled();
  const before = read(element.firstElementChild ?? element);
  const update = await costOf(() => answer(own));
  const after = read(element.firstElementChild ?? element);
  root?.unmount();
  element.remove();
  return { mount, whole: { ...whole, done: mount.shown + whole.done }, update, before, after };
}

/** Waits for content that is mounted after the first frame. */
async function rest(isWhole: () => boolean): Promise<Costs['whole']> {
  const started = performance.now();
  let longest = 0;
  for (let last = started; !isWhole();) {
    await nextTask();
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }
  return { done: performance.now() - started, longest };
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => resolve());
    port1.start();
    port2.postMessage(undefined);
  });
}

/** The elements that an update replaced or removed, without their descendants. */
interface Change {
  readonly path: readonly number[];
  readonly to: Markup | undefined;
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

function changes(before: Markup, after: Markup, path: readonly number[] = []): Change[] {
  if (!isSame(before.attributes, after.attributes)) return [{ path, to: after }];
  const { children } = before;
  if (children.length !== after.children.length) {
    const gone = children.findIndex((child, index) => !isSame(child, after.children[index]));
    const others = children.filter((_, index) => index !== gone);
    return isSame(others, after.children)
      ? [{ path: [...path, gone], to: undefined }]
      : [{ path, to: after }];
  }
  return children.flatMap((child, index) => {
    const other = after.children[index];
    if (isSame(child, other)) return [];
    return typeof child === 'string' || typeof other === 'string' || other === undefined
      ? [{ path, to: after }]
      : changes(child, other, [...path, index]);
  });
}

const scenes: Partial<Record<Scene, { before: Markup; after: Markup }>> = {};

/** The final markup of the kit, which the others build; at first some of its code is not loaded yet. */
async function sceneOf(scene: Scene): Promise<{ before: Markup; after: Markup }> {
  if (scenes[scene] === undefined) await kit(scene);
  return (scenes[scene] ??= await kit(scene));
}

async function plain(scene: Scene): Promise<Costs> {
  const { before, after } = await sceneOf(scene);
  const changed = changes(before, after);
  const element = stage();
  const mount = await costOf(() => element.append(build(before)));
  const update = await costOf(() => {
    for (const { path, to } of changed) {
      const old = path.reduce<ChildNode>(
        (inner, index) => inner.childNodes[index] as ChildNode,
        element.childNodes[0] as ChildNode,
      );
      if (to === undefined) old.remove();
      else old.replaceWith(build(to));
    }
  });
  element.remove();
  return { mount, whole: { done: mount.shown, longest: mount.shown }, update };
}

interface NodeProps {
  readonly markup: Markup;
}

/** The same markup as a React component for each item, memoized: a list as one would write it. */
function toReact({ tag, attributes, children }: Markup, key?: number): ReactElement {
  const { style: _, ...props } = Object.fromEntries(attributes);
  return createElement(
    tag,
    { ...props, key, suppressHydrationWarning: true, ...(tag === 'button' && { onClick() {} }) },
    ...children.map((child, index) => (typeof child === 'string' ? child : toReact(child, index))),
  );
}

const Item = memo(({ markup }: NodeProps) => toReact(markup));

function Shell({ markup, scene }: NodeProps & { scene: Scene }): ReactElement {
  const { tag, attributes, children } = markup;
  // One of them may have left.
  const many = children.length >= COUNT[scene] - 1;
  return createElement(
    tag,
    Object.fromEntries(attributes),
    ...children.map((child, index) =>
      typeof child === 'string' ? (
        child
      ) : many ? (
        <Item key={keyOf(child)} markup={child} />
      ) : (
        <Shell key={index} markup={child} scene={scene} />
      ),
    ),
  );
}

async function naive(scene: Scene): Promise<Costs> {
  const { before, after } = await sceneOf(scene);
  const changed = applied(before, changes(before, after));
  const element = stage();
  let root: Root | undefined;
  const mount = await costOf(() => {
    root = createRoot(element);
    flushSync(() => root?.render(<Shell markup={before} scene={scene} />));
  });
  const update = await costOf(() => {
    flushSync(() => root?.render(<Shell markup={changed} scene={scene} />));
  });
  root?.unmount();
  element.remove();
  return { mount, whole: { done: mount.shown, longest: mount.shown }, update };
}

const keys = new WeakMap<Markup, number>();
let made = 0;

/** An item keeps its key when it changes, as a list of data would. */
function keyOf(markup: Markup, before?: Markup): number {
  const key = keys.get(before ?? markup) ?? (made += 1);
  keys.set(markup, key);
  return key;
}

/** The markup with its changes; all that did not change is the same object. */
function applied(markup: Markup, list: readonly Change[]): Markup {
  if (list.length === 0) return markup;
  const children = markup.children.flatMap((child, index) => {
    const inner = list
      .filter(({ path }) => path[0] === index)
      .map(({ path, to }) => ({ path: path.slice(1), to }));
    if (inner.length === 0 || typeof child === 'string') return [child];
    const whole = inner.find(({ path }) => path.length === 0);
    const next = whole === undefined ? applied(child, inner) : whole.to;
    if (next === undefined) return [];
    keyOf(next, child);
    return [next];
  });
  return { ...markup, children };
}

const VARIANTS: Readonly<Record<Variant, (scene: Scene) => Promise<Costs>>> = { plain, naive, kit };

declare global {
  interface Window {
    measure: (scene: Scene, variant: Variant) => Promise<Costs>;
  }
}

window.measure = async (scene, variant) => {
  await sceneOf(scene);
  const { mount, whole, update } = await VARIANTS[variant](scene);
  return { mount, whole, update };
};
