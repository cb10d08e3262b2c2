import { createFakeClient } from '@hitl/client/testing';
import { authorizationRequest, inputRequest } from '@hitl/protocol/testing';
import { render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Batch, Confirm, HitlProvider, Interaction } from '../../index.ts';
import { deferred, now, renderCard, renderWithClient } from '../testing.fixture.tsx';

const allow = page.getByRole('button', { name: 'Allow once', exact: true });

test('a new request never takes the focus, and is announced politely', async () => {
  function Page({ asked }: { asked: boolean }) {
    return (
      <>
        <textarea aria-label="Message" />
        {asked && (
          <Interaction.Auto
            request={authorizationRequest({ id: 'int_focus', tool_name: 'deploy' })}
            onRespond={() => {}}
          />
        )}
      </>
    );
  }
  const { rerender } = renderCard(<Page asked={false} />);
  const composer = page.getByRole('textbox', { name: 'Message' });
  await userEvent.type(composer, 'I am typ');
  rerender(<Page asked />);
  await userEvent.keyboard('ing');
  await expect.element(composer).toHaveValue('I am typing');
  const region = document.querySelector('[data-hitl-part="announcer"]');
  await expect.poll(() => region?.textContent).toBe('Waiting for you: Allow deploy?');
  expect(region).toHaveAttribute('aria-live', 'polite');
});

test('the focus stays on the card while an answer is being sent, and goes back if it fails', async () => {
  const { promise, reject } = deferred<void>();
  const respond = vi.fn(() => promise);
  renderCard(<Confirm.Card request={authorizationRequest()} onRespond={respond} />);
  await allow.click();
  const card = page.getByRole('group', { name: 'Run this command?' });
  await expect.element(card).toHaveFocus();
  reject(new Error('down'));
  await expect.element(allow).toHaveFocus();
});

test('the focus stays on the receipt, so that Tab continues from there', async () => {
  renderCard(
    <>
      <Confirm.Card request={authorizationRequest()} onRespond={() => {}} />
      <button type="button">Next</button>
    </>,
  );
  await allow.click();
  await expect.element(page.getByRole('group', { name: 'Run this command?' })).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('button', { name: 'Next' })).toHaveFocus();
});

test('an answer from elsewhere moves no focus', async () => {
  const request = authorizationRequest();
  function Page({ over }: { over: boolean }) {
    return (
      <>
        <textarea aria-label="Message" />
        <Confirm.Card
          request={request}
          onRespond={() => {}}
          settlement={over ? { outcome: 'answered', resolvedBy: 'grace' } : undefined}
        />
      </>
    );
  }
  const { rerender } = renderCard(<Page over={false} />);
  await page.getByRole('textbox').click();
  rerender(<Page over />);
  await expect.element(page.getByText('by grace')).toBeVisible();
  await expect.element(page.getByRole('textbox')).toHaveFocus();
});

test('the keyboard alone reaches every answer in visual order', async () => {
  renderCard(<Confirm.Card request={authorizationRequest()} onRespond={() => {}} />);
  const reached: (string | null)[] = [];
  for (let step = 0; step < 6; step += 1) {
    await userEvent.keyboard('{Tab}');
    const { activeElement } = document;
    const { ariaLabel, tagName, textContent } = activeElement ?? {};
    reached.push(ariaLabel ?? (tagName === 'SELECT' ? 'Remember' : (textContent ?? null)));
  }
  expect(reached).toEqual(['Remember', 'Edit', 'More actions', 'Reason…', 'Deny', 'Allow once']);
});

test('no number of clicks sends more than one answer', async () => {
  const client = createFakeClient();
  renderWithClient(client, <Confirm.Card request={authorizationRequest()} />);
  await allow.tripleClick();
  await expect.element(page.getByText('Allowed')).toBeVisible();
  expect(client.responses).toHaveLength(1);
});

test('a press that was in flight when the card appeared decides nothing; the next one does', async () => {
  const respond = vi.fn();
  renderCard(<Confirm.Card request={authorizationRequest()} onRespond={respond} />, {
    armingDelayMs: 60_000,
  });
  await allow.click();
  (document.activeElement as HTMLElement).focus();
  await userEvent.keyboard('{Enter} ');
  expect(respond).not.toHaveBeenCalled();
  await expect
    .element(page.getByRole('group', { name: 'Run this command?' }))
    .toHaveAttribute('data-state', 'pending');
});

test('a form that appears under the pointer is not sent by a press in flight', async () => {
  const respond = vi.fn();
  renderCard(
    <Interaction.Auto request={inputRequest({ default_value: 'x' })} onRespond={respond} />,
    {
      armingDelayMs: 60_000,
    },
  );
  await page.getByRole('button', { name: 'Send' }).click();
  expect(respond).not.toHaveBeenCalled();
});

test('Escape closes what is open and never decides', async () => {
  const respond = vi.fn();
  renderCard(
    <Batch.Panel
      requests={[authorizationRequest({ id: 'a' }), inputRequest({ id: 'b' })]}
      onRespond={respond}
    />,
  );
  await page.getByRole('button', { name: 'More actions' }).first().click();
  const stop = page.getByRole('button', { name: 'Stop the run' });
  await expect.element(stop).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(stop).not.toBeInTheDocument();
  await page.getByRole('listitem').nth(1).getByRole('button').first().click();
  await page.getByRole('textbox').click();
  await userEvent.keyboard('{Escape}{Escape}');
  expect(respond).not.toHaveBeenCalled();
});

test('a provider loads the whole card in advance', async () => {
  render(
    <HitlProvider now={now}>
      <Confirm.Card request={authorizationRequest()} onRespond={() => {}} />
    </HitlProvider>,
  );
  await expect.element(page.getByRole('combobox', { name: 'Remember' })).toBeVisible();
});
