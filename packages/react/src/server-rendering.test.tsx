import {
  authorizationRequest,
  combinedRequest,
  inputRequest,
  selectRequest,
} from '@hitl/protocol/testing';
import { act, screen } from '@testing-library/react';
import { StrictMode, type ReactElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { Batch, HitlProvider, Interaction } from './index.ts';
import { now } from './internal/testing.fixture.tsx';

const failed = vi.spyOn(console, 'error');
afterEach(() => {
  document.body.replaceChildren();
  failed.mockClear();
});

const pages: Record<string, ReactElement> = {
  authorization: <Interaction.Auto request={authorizationRequest()} onRespond={() => {}} />,
  input: <Interaction.Auto request={inputRequest()} onRespond={() => {}} />,
  select: <Interaction.Auto request={selectRequest()} onRespond={() => {}} />,
  combined: <Interaction.Auto request={combinedRequest()} onRespond={() => {}} />,
  batch: <Batch.Panel requests={[authorizationRequest()]} onRespond={() => {}} />,
};

test.each(Object.entries(pages))(
  'renders %s on a server and hydrates it in StrictMode without a warning',
  async (_, page) => {
    const app = (
      <StrictMode>
        <HitlProvider now={now} locale="en">
          {page}
        </HitlProvider>
      </StrictMode>
    );
    const root = document.createElement('div');
    document.body.append(root);
    root.innerHTML = renderToString(app);
    expect(root.textContent).not.toBe('');
    const hydrated = await act(async () => hydrateRoot(root, app));
    // Left mounted, it would keep the timer of the page running for the files that come after.
    onTestFinished(() => act(() => hydrated.unmount()));
    expect(screen.getAllByRole('button').length).toBeGreaterThan(1);
    expect(failed).not.toHaveBeenCalled();
  },
);
