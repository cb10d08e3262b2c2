import { HitlProvider } from '@hitl/react';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { simulateReadableStream } from 'ai7';
import { MockLanguageModelV4 } from 'ai7/test';
import { afterEach, expect, test, vi } from 'vitest';
import { Page } from '../../../examples/ai-sdk-chat/page.tsx';
import { answer } from '../../../examples/ai-sdk-chat/route.ts';
import { partsOf } from '../src/ai-sdk/sdk.fixture.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('the page of the guide asks for approval in the chat, and the agent continues', async () => {
  const prompts: string[] = [];
  const model = new MockLanguageModelV4({
    doStream: ({ prompt }) => {
      prompts.push(JSON.stringify(prompt));
      const turn = prompts.at(-1)?.includes('"tool-result"')
        ? { text: 'She has it.' }
        : { calls: [{ id: 'c1', name: 'mail', args: { to: 'ann' } }] };
      return Promise.resolve({ stream: simulateReadableStream({ chunks: partsOf(turn) }) });
    },
  });
  // The route of the guide is what answers; there is no network between.
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    answer(new Request(new URL(path, 'http://localhost'), { ...init, signal: null }), model),
  );
  render(
    <HitlProvider armingDelayMs={0}>
      <Page />
    </HitlProvider>,
  );
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Message'), 'Write to Ann{Enter}');
  await user.click(await screen.findByRole('button', { name: /^Allow once/ }));
  expect(await screen.findByText('She has it.')).toBeVisible();
  expect(prompts.at(-1)).toContain('Sent to ann');
});
