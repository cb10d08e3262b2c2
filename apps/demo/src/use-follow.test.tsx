import { act, fireEvent, render, screen } from '@testing-library/react';
import { useRef, type ReactElement } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useFollow } from './use-follow.ts';

/** Callbacks for the next frame. */
let frames: (() => void)[] = [];
let now = 0;

beforeEach(() => {
  frames = [];
  now = 10_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
  vi.stubGlobal('cancelAnimationFrame', () => (frames = []));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  );
});

function drawFrames(count: number): void {
  for (let drawn = 0; drawn < count; drawn += 1) for (const each of frames.splice(0)) each();
}

/** A conversation of three windows' height. */
function Conversation(): ReactElement {
  const scroller = useRef<HTMLDivElement>(null);
  const back = useFollow(scroller);
  return (
    <>
      <div ref={scroller} data-testid="scroller">
        <p>A long conversation</p>
      </div>
      {back !== undefined && <button onClick={back}>Back</button>}
    </>
  );
}

function show(): HTMLElement {
  render(<Conversation />);
  const scroller = screen.getByTestId('scroller');
  Object.defineProperties(scroller, {
    scrollHeight: { value: 900 },
    clientHeight: { value: 300 },
    scrollTo: { value: () => {} },
  });
  return scroller;
}

/** A turn of the wheel that the page handles so many milliseconds later. */
function turnWheel(scroller: HTMLElement, late = 0): void {
  const wheel = new Event('wheel');
  Object.defineProperty(wheel, 'timeStamp', { value: now - late });
  act(() => void scroller.dispatchEvent(wheel));
}

const back = (): HTMLElement | null => screen.queryByRole('button', { name: 'Back' });

test('someone who scrolls up can go back', () => {
  const scroller = show();
  turnWheel(scroller);
  fireEvent.scroll(scroller);
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(back()).toBeNull();
});

test('a page that is too busy to handle the wheel at once still sees who scrolled', () => {
  const scroller = show();
  turnWheel(scroller, 5000);
  fireEvent.scroll(scroller);
  expect(back()).toBeVisible();
});

test('a frame that is drawn late still shows what the person scrolled', () => {
  const scroller = show();
  turnWheel(scroller);
  drawFrames(1);
  now += 5000;
  fireEvent.scroll(scroller);
  expect(back()).toBeVisible();
});

test('content that changes later scrolls for itself, also right after the way back', () => {
  const scroller = show();
  fireEvent.scroll(scroller);
  expect(back()).toBeNull();
  turnWheel(scroller);
  drawFrames(60);
  now += 1000;
  fireEvent.scroll(scroller);
  expect(back()).toBeNull();
  turnWheel(scroller);
  fireEvent.scroll(scroller);
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  fireEvent.scroll(scroller);
  expect(back()).toBeNull();
});
