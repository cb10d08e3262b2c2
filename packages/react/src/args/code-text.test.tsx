import { authorizationRequest } from '@hitl/protocol/testing';
import type { Highlight } from '@hitl/client/view';
import { expect, test, vi } from 'vitest';
import { Confirm } from '../confirm/index.ts';
import { renderCard } from '../internal/testing.fixture.tsx';

function shown(highlight: Highlight, args: Record<string, unknown>): HTMLElement {
  const request = authorizationRequest({ tool_name: 'file_write', tool_args: args });
  const card = <Confirm.Card request={request} onRespond={() => {}} />;
  return renderCard(card, { highlight }).container;
}

/** Every word is a token of its own. */
const words: Highlight = (code) =>
  code.split(/(?<= )|(?= )/).map((text) => ({ text, className: 'word' }));

test('a command, a new file and the lines of an edit get the tokens of the host', () => {
  const highlight = vi.fn(words);
  const command = shown(highlight, { command: 'npm run lint' });
  expect([...command.querySelectorAll('.word')].map((each) => each.textContent)).toContain('lint');
  expect(highlight).toHaveBeenLastCalledWith('npm run lint', '.sh');
  shown(highlight, { path: 'a.js', content: 'let a = 1;\nlet b = 2;' });
  expect(highlight).toHaveBeenLastCalledWith('let a = 1;\nlet b = 2;', 'a.js');
  shown(highlight, { path: 'a.js', old_text: 'let a;', new_text: 'let b;' });
  expect(highlight).toHaveBeenLastCalledWith('let b;', 'a.js');
});

test.each<[string, Highlight]>([
  ['leave something out', (code) => [{ text: code.slice(0, 3) }]],
  ['say something else', () => [{ text: 'ls' }]],
  ['are missing', () => undefined],
  [
    'throw',
    () => {
      throw new Error('no');
    },
  ],
])('code is shown as it is if its tokens %s', (_, highlight) => {
  expect(shown(highlight, { command: 'rm -rf ./build' })).toHaveTextContent('rm -rf ./build');
});

test('code with hidden characters is not given away, and shows them', () => {
  const highlight = vi.fn(words);
  expect(shown(highlight, { command: 'ls \u202e' })).toHaveTextContent('\\u{202e}');
  expect(highlight).not.toHaveBeenCalled();
});
