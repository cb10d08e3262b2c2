import { expect, test } from 'vitest';
import { announce } from './announcer.ts';

const region = () => document.querySelector('[data-hitl-part="announcer"]')?.textContent;

test('once the page’s content is replaced, only what comes afterwards is announced', async () => {
  announce('a', 'A');
  document.body.replaceChildren();
  announce('b', 'B');
  announce('b', 'B');
  await expect.poll(region).toBe('B');
  announce('a', 'A');
  await expect.poll(region).toBe('A');
});
