import type { UseSessionResult } from '@hitl/react';
import { isComposing } from '@hitl/react/headless';
import { useState, type FormEvent, type KeyboardEvent } from 'react';
import { USER } from './user.ts';
import { LineIcon } from './line-icon.tsx';

/**
 * Sends a message, which starts a run and supersedes pending requests, since the demo's agents have
 * `on_new_message: supersede`. While a run is working the server would refuse a message, so it
 * stays here.
 */
export function Composer({ session }: { session: UseSessionResult }) {
  const [text, setText] = useState('');
  const { run, pending } = session;
  const isWaiting = run?.status === 'suspended' && pending.length > 0;
  const isBusy = run?.status === 'running' || run?.status === 'paused';
  const hint = hintOf(isWaiting, run?.status, text.trim() !== '');

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    const input = text.trim();
    if (input === '' || run === null || isBusy) return;
    setText('');
    await session.send({ agent_id: run.agent_id, input, user_id: USER });
  }

  function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
    // An Enter that ends a composition belongs to the input method.
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  }

  return (
    <form className="composer" onSubmit={(event) => void send(event)}>
      <label className="visually-hidden" htmlFor="message">
        Message
      </label>
      <textarea
        id="message"
        data-hitl-composer=""
        rows={1}
        value={text}
        placeholder={isWaiting ? 'Answer above, or message the agent' : 'Message the agent'}
        aria-describedby="message-hint"
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={sendOnEnter}
      />
      <button
        type="submit"
        className="send"
        aria-label="Send"
        title="Send"
        data-quiet={isWaiting || undefined}
        disabled={isBusy || text.trim() === ''}
      >
        <LineIcon path="M8 13V3.5M3.5 7.5L8 3l4.5 4.5" />
      </button>
      <p id="message-hint" className="hint" role="status">
        {hint}
      </p>
    </form>
  );
}

/** The effect of sending, or why it is not possible now; shown once there is input. */
function hintOf(isWaiting: boolean, status: string | undefined, typed: boolean): string {
  if (!typed) return '';
  if (isWaiting)
    return 'Sending this cancels what is waiting above, and the agent continues with your message.';
  if (status === 'paused') return 'The run is paused. Resume or stop it to send this.';
  return status === 'running' ? 'The agent is working. Send this when it is done, or stop it.' : '';
}
