import { authorizationRequest, TEST_TIME } from '@hitl/protocol/testing';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { Confirm, HitlProvider } from '../../index.ts';
import { withTheme } from '../../theme/theme.fixture.ts';

withTheme();

/** Height of a card with this description by its caller, in pixels. */
function heightWith(description: string): number {
  const main = document.body.appendChild(document.createElement('main'));
  const root = createRoot(main);
  onTestFinished(() => {
    root.unmount();
    main.remove();
  });
  const external = { caller: 'ci-bot', description, reason: description };
  flushSync(() => {
    root.render(
      <HitlProvider locale="en" now={() => TEST_TIME} armingDelayMs={0}>
        <Confirm.Card request={authorizationRequest({ external })} onRespond={() => undefined} />
      </HitlProvider>,
    );
  });
  return main.getBoundingClientRect().height;
}

test.each([
  ['many characters', 'A long story. '.repeat(2200)],
  ['many lines', 'line\n'.repeat(2000)],
])('a caller’s words of %s do not push the buttons away', (_, description) => {
  expect(heightWith(description) - heightWith('Short.')).toBeLessThan(400);
});
