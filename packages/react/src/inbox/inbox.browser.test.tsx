import { authorizationRequest, inputRequest } from '@hitl/protocol/testing';
import { expect, test } from 'vitest';
import { renderCard } from '../internal/testing.fixture.tsx';
import { Inbox } from './index.ts';
import { withTheme } from '../theme/theme.fixture.ts';

withTheme();

/** The position of the first characters of a text. */
function startOf(text: string): DOMRect {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.textContent?.startsWith(text.slice(0, 12)) !== true) continue;
    const range = document.createRange();
    range.setStart(node, 0);
    range.setEnd(node, 5);
    return range.getBoundingClientRect();
  }
  throw new Error(`"${text}" is not in the page.`);
}

const LONG = 'packages '.repeat(40);

test.each([
  [
    'a command',
    authorizationRequest({ tool_args: { command: `rm -rf ./build ${LONG}` } }),
    'rm -rf ./build',
  ],
  ['a title', inputRequest({ title: `Remove the build of ${LONG}` }), 'Remove the build of'],
])('the beginning of %s is never cut, in right-to-left text either', (_, request, text) => {
  renderCard(
    <div dir="rtl" style={{ inlineSize: 240 }}>
      <Inbox.Root interactions={[request]}>
        <Inbox.List />
      </Inbox.Root>
    </div>,
  );
  const row = document.querySelector('[data-hitl-part="inbox-subject"]')?.getBoundingClientRect();
  const start = startOf(text);
  expect(start.width).toBeGreaterThan(0);
  expect(start.left).toBeGreaterThanOrEqual(row!.left);
  expect(start.right).toBeLessThanOrEqual(row!.right);
  expect(start.bottom).toBeLessThanOrEqual(row!.bottom);
});
