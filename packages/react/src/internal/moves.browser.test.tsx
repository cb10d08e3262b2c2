import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cdp, userEvent } from 'vitest/browser';
import { isMeant } from './arming.ts';
import { guardMoves } from './moves.ts';

/** For a busy machine: nothing here is timed, only awaited. */
const PATIENTLY = { timeout: 30_000 };

/** Longer than any test, so that what just moved is in time whatever the machine is doing. */
const DELAY_MS = 600_000;

let page: HTMLElement;
const stops: (() => void)[] = [];

beforeEach(() => {
  page = document.createElement('main');
  page.style.cssText = 'position:absolute;inset:0;overflow:auto;font:16px/40px sans-serif';
  document.body.append(page);
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  page.remove();
});

/** A card with two buttons, and what has been pressed in it. */
function card(name: string) {
  const root = document.createElement('section');
  root.style.blockSize = '60px';
  const pressed: string[] = [];
  for (const label of ['Deny', 'Allow']) {
    const button = document.createElement('button');
    button.textContent = `${label} ${name}`;
    button.style.inlineSize = '120px';
    button.addEventListener('click', (event) => {
      if (isMeant(event)) pressed.push(label);
    });
    root.append(button);
  }
  page.append(root);
  const onIgnored = vi.fn();
  const stop = guardMoves(root, DELAY_MS, onIgnored);
  stops.push(stop);
  return { root, pressed, onIgnored, stop, allow: root.lastElementChild as HTMLElement };
}

/** Two frames: what observers tell of the first is known in the second. */
async function painted(): Promise<void> {
  for (let frame = 0; frame < 2; frame += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await new Promise((resolve) => void requestAnimationFrame(resolve));
  }
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The middle of an element, where a pointer of the browser sees it. */
function middleOf(element: Element): Point {
  const { x, y, width, height } = element.getBoundingClientRect();
  const frame = window.frameElement?.getBoundingClientRect() ?? { x: 0, y: 0, width: innerWidth };
  const scale = frame.width / innerWidth;
  return { x: frame.x + (x + width / 2) * scale, y: frame.y + (y + height / 2) * scale };
}

async function mouse(type: 'mouseMoved' | 'mousePressed' | 'mouseReleased', at: Point) {
  const button = type === 'mouseMoved' ? 'none' : 'left';
  await cdp().send('Input.dispatchMouseEvent', { type, ...at, button, clickCount: 1 });
}

/** Presses where the pointer is, without moving it. */
async function press(at: Point): Promise<void> {
  await mouse('mousePressed', at);
  await mouse('mouseReleased', at);
}

async function hover(element: Element): Promise<Point> {
  await painted();
  const at = middleOf(element);
  await mouse('mouseMoved', at);
  return at;
}

test('a press counts where nothing has moved', async () => {
  const [first] = [card('one'), card('two')];
  await press(await hover(first.allow));
  expect(first.pressed).toEqual(['Allow']);
  expect(first.onIgnored).not.toHaveBeenCalled();
});

test('a press does nothing where the card above left and this one slid under the pointer', async () => {
  const [first, second] = [card('one'), card('two')];
  const at = await hover(first.allow);
  first.stop();
  first.root.remove();
  await press(at);
  expect(second.pressed).toEqual([]);
  expect(second.onIgnored).toHaveBeenCalledTimes(1);
});

test('a press does nothing where another card arrived above', async () => {
  const first = card('one');
  const at = await hover(first.allow);
  const { root, pressed } = card('new');
  page.prepend(root);
  await painted();
  await mouse('mouseMoved', middleOf(first.allow));
  await press(middleOf(first.allow));
  expect(first.pressed).toEqual([]);
  expect(pressed).toEqual([]);
  expect(at.y).toBeLessThan(middleOf(first.allow).y);
});

test('a press does nothing where anything else above grew, such as a message', async () => {
  const message = document.createElement('p');
  page.append(message);
  const first = card('one');
  await hover(first.allow);
  message.style.blockSize = '200px';
  await press(middleOf(first.allow));
  expect(first.pressed).toEqual([]);
});

test('a press does nothing where the page scrolled by itself', async () => {
  const [first, second] = [card('one'), card('two')];
  const spacer = document.createElement('div');
  spacer.style.blockSize = '3000px';
  page.append(spacer);
  const at = await hover(first.allow);
  page.scrollTop = 60;
  await painted();
  await press(at);
  expect([...first.pressed, ...second.pressed]).toEqual([]);
  expect(second.onIgnored).toHaveBeenCalledTimes(1);
});

test('a press does nothing on what has just come up under the pointer', async () => {
  const first = card('one');
  const at = await hover(first.allow);
  const late = first.allow.cloneNode(true) as HTMLElement;
  const pressed = vi.fn();
  late.addEventListener('click', (event) => isMeant(event) && pressed());
  first.allow.replaceWith(late);
  await press(at);
  expect(pressed).not.toHaveBeenCalled();
  expect(first.onIgnored).toHaveBeenCalledTimes(1);
});

test('a press counts after the person scrolled', async () => {
  const [first, second] = [card('one'), card('two')];
  const spacer = document.createElement('div');
  spacer.style.blockSize = '3000px';
  page.append(spacer);
  const at = await hover(first.allow);
  await cdp().send('Input.dispatchMouseEvent', {
    type: 'mouseWheel',
    ...at,
    deltaX: 0,
    deltaY: 60,
  });
  await expect.poll(() => page.scrollTop, PATIENTLY).toBe(60);
  await painted();
  await press(at);
  expect(second.pressed).toEqual(['Allow']);
});

test('a press counts where the person had the card rearrange itself', async () => {
  const first = card('one');
  await press(await hover(first.root.firstElementChild ?? first.root));
  first.root.style.paddingBlockStart = '100px';
  await press(await hover(first.allow));
  expect(first.pressed).toEqual(['Deny', 'Allow']);
});

test('a key counts, wherever the card has moved', async () => {
  const [first, second] = [card('one'), card('two')];
  await hover(first.allow);
  second.allow.focus();
  first.stop();
  first.root.remove();
  await painted();
  await userEvent.keyboard('{Enter}');
  expect(second.pressed).toEqual(['Allow']);
});

test('a card that an inner one stands in is not moved by what moves in there', async () => {
  const [outer, inner] = [card('outer'), card('inner')];
  outer.root.append(inner.root);
  outer.root.style.blockSize = 'auto';
  await hover(outer.allow);
  inner.root.style.paddingBlockStart = '50px';
  await press(middleOf(outer.allow));
  expect(outer.pressed).toEqual(['Allow']);
  await press(middleOf(inner.allow));
  expect(inner.pressed).toEqual([]);
});

test('a form is not sent by a press on what had just moved, and is by Enter', async () => {
  const first = card('one');
  const form = document.createElement('form');
  form.innerHTML = '<input><button>Send</button>';
  const sent = vi.fn();
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (isMeant(event)) sent();
  });
  first.root.append(form);
  const [field, send] = [...form.children];
  const at = await hover(send ?? form);
  first.root.style.paddingBlockStart = '100px';
  await press({ ...at, y: middleOf(send ?? form).y });
  expect(sent).not.toHaveBeenCalled();
  (field as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  expect(sent).toHaveBeenCalledTimes(1);
});

test('nothing is listened to once nothing is guarded', async () => {
  const first = card('one');
  const removed = vi.spyOn(document, 'removeEventListener');
  first.stop();
  expect(removed.mock.calls.map(([type]) => type)).toContain('click');
  removed.mockRestore();
});
