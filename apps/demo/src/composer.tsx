import type { UseSessionResult } from '@hitl/react';
import { isComposing } from '@hitl/react/headless';
import { useState, type FormEvent, type KeyboardEvent } from 'react';
import { USER } from './user.ts';

/** Sends a message, which starts a run; not while one is unfinished. */
export function Composer({ session }: { session: UseSessionResult }) {
  const [text, setText] = useState('');
  const { run, status } = session;
  const busy = status !== 'idle' || run === null;

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    const input = text.trim();
    if (input === '' || run === null || busy) return;
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
        rows={1}
        value={text}
        placeholder={status === 'waiting_permission' ? 'Answer above first' : 'Message the agent'}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={sendOnEnter}
      />
      <button type="submit" className="send" disabled={busy || text.trim() === ''}>
        Send
      </button>
    </form>
  );
}
