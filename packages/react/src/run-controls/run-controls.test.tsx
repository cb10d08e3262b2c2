import { createFakeClient } from '@hitl/client/testing';
import { createEvent, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { renderCard, renderWithClient } from '../internal/testing.fixture.tsx';
import { RunControls } from './index.ts';

test('pauses a running run and resumes a paused one, through the client', async () => {
  const client = createFakeClient();
  client.reply('control_run', {});
  const { rerender } = renderWithClient(
    client,
    <RunControls.Bar run={{ id: 'run_1', status: 'running' }} />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Pause' }));
  rerender(<RunControls.Bar run={{ id: 'run_1', status: 'paused' }} />);
  await userEvent.click(screen.getByRole('button', { name: 'Resume' }));
  expect(client.calls.map(({ body }) => body)).toMatchObject([
    { action: 'pause_run' },
    { action: 'resume_run' },
  ]);
});

test('stops only after a second press, which moving the focus cancels', async () => {
  const control = vi.fn();
  renderCard(<RunControls.Bar run={{ id: 'run_1', status: 'suspended' }} onControl={control} />);
  await userEvent.click(screen.getByRole('button', { name: 'Stop the run' }));
  await userEvent.tab();
  await userEvent.click(screen.getByRole('button', { name: 'Stop the run' }));
  expect(control).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Press again to stop' }));
  expect(control).toHaveBeenCalledExactlyOnceWith('abort_run');
});

/** Presses a button `delayMs` after now. */
function pressAfter(delayMs: number, name: string): void {
  const button = screen.getByRole('button', { name });
  const click = createEvent.click(button);
  const timeStamp = click.timeStamp + delayMs;
  fireEvent(button, Object.defineProperty(click, 'timeStamp', { value: timeStamp }));
}

test('a press meant to pause does not resume a run that was just paused', () => {
  const control = vi.fn();
  const bar = (status: 'running' | 'paused') => (
    <RunControls.Bar run={{ id: 'run_1', status }} onControl={control} />
  );
  const { rerender } = renderCard(bar('running'), { armingDelayMs: 60_000 });
  rerender(bar('paused'));
  pressAfter(0, 'Resume');
  expect(control).not.toHaveBeenCalled();
  pressAfter(61_000, 'Resume');
  expect(control).toHaveBeenCalledExactlyOnceWith('resume_run');
});

test('a double click asks for confirmation, and does not stop', () => {
  const control = vi.fn();
  const run = { id: 'run_1', status: 'running' } as const;
  renderCard(<RunControls.Bar run={run} onControl={control} />, { armingDelayMs: 60_000 });
  pressAfter(61_000, 'Stop the run');
  pressAfter(100, 'Press again to stop');
  expect(control).not.toHaveBeenCalled();
  pressAfter(61_000, 'Press again to stop');
  expect(control).toHaveBeenCalledExactlyOnceWith('abort_run');
});

test('keeps the focus while a signal is sent, sends it once, and hands it on when the run has ended', async () => {
  const control = vi.fn(() => new Promise<void>(() => {}));
  const bar = (status: 'running' | 'aborted') => (
    <>
      <RunControls.Bar run={{ id: 'run_1', status }} onControl={control} />
      <textarea data-hitl-composer="" aria-label="Message" />
    </>
  );
  const { rerender } = renderCard(bar('running'));
  const pause = screen.getByRole('button', { name: 'Pause' });
  await userEvent.click(pause);
  // A disabled button would drop the focus to the page.
  expect(pause).toBeEnabled();
  expect(pause).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(pause);
  expect(control).toHaveBeenCalledOnce();
  screen.getByRole('button', { name: 'Stop the run' }).focus();
  rerender(bar('aborted'));
  expect(screen.getByRole('textbox', { name: 'Message' })).toHaveFocus();
});

test.each(['completed', 'failed', 'aborted'] as const)(
  'offers nothing once a run has %s',
  (status) => {
    renderCard(<RunControls.Bar run={{ id: 'run_1', status }} onControl={() => {}} />);
    expect(screen.queryByRole('button')).toBeNull();
  },
);

test('says why a signal failed', async () => {
  renderCard(
    <RunControls.Bar
      run={{ id: 'run_1', status: 'running' }}
      onControl={() => Promise.reject(new Error('too late'))}
    />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Pause' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('too late');
  expect(screen.getByRole('button', { name: 'Pause' })).toBeEnabled();
});

test.each([
  ['failed', 'The model answered with status 500.', 'The run failed. The model answered'],
  ['aborted', 'Run aborted', 'The run was stopped.'],
  ['aborted', null, 'The run was stopped.'],
  ['aborted', 'It is Friday.', 'The run was stopped. It is Friday.'],
  ['aborted', 'superseded by a new message', 'A new message took its place.'],
] as const)('says once how a run ended that is %s: %s', (status, error, said) => {
  const { container } = renderCard(<RunControls.End run={{ status, error }} />);
  expect(container.textContent).toMatch(said);
  expect(container.textContent).not.toContain('aborted');
});

test('shows nothing below an unfinished or completed run', () => {
  const { container, rerender } = renderCard(
    <RunControls.End run={{ status: 'running', error: null }} />,
  );
  rerender(<RunControls.End run={{ status: 'completed', error: null }} />);
  expect(container).toBeEmptyDOMElement();
});
