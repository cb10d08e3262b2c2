import { useState } from 'react';
import { Chat } from './chat.tsx';
import { useSessionId } from './route.ts';
import { Sidebar } from './sidebar.tsx';
import { StartScreen } from './start-screen.tsx';

/** The demo: sessions on the left, the conversation on the right. */
export function App() {
  const sessionId = useSessionId();
  const [open, setOpen] = useState(false);
  return (
    <div className="app">
      <button
        type="button"
        className="menu"
        aria-expanded={open}
        aria-controls="sidebar"
        onClick={() => setOpen(!open)}
      >
        {open ? 'Close' : 'Menu'}
      </button>
      <aside id="sidebar" className="sidebar" data-open={open ? '' : undefined}>
        <Sidebar sessionId={sessionId} onNavigate={() => setOpen(false)} />
      </aside>
      <main className="main">
        {sessionId === null ? <StartScreen /> : <Chat key={sessionId} sessionId={sessionId} />}
      </main>
    </div>
  );
}
