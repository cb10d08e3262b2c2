import { PendingBadge, type InteractionRequest } from '@hitl/react';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { Chat } from './chat.tsx';
import { ConnectionState } from './connection-state.tsx';
import { loadWhenIdle } from './load-when-idle.ts';
import type { PanelTab, PanelTarget } from './panel.tsx';
import { goTo, usePlace } from './route.ts';
import { Sessions } from './sessions.tsx';
import { StartScreen } from './start-screen.tsx';
import { ThemeToggle } from './theme-toggle.tsx';
import { Wordmark } from './wordmark.tsx';
import { MINE } from './user.ts';

/** Loaded separately, so that it does not delay the conversation. */
const Panel = lazy(async () => {
  await loadWhenIdle();
  const { Panel: panel } = await import('./panel.tsx');
  return { default: panel };
});

/** Show the number even to someone looking at another tab. */
const ELSEWHERE = { inTitle: true, inFavicon: true, notify: true };

const ZONES = ['sessions', 'main', 'panel'] as const;
type Zone = (typeof ZONES)[number];

const ZONE_NAMES: Readonly<Record<Zone, string>> = {
  sessions: 'Sessions',
  main: 'Conversation',
  panel: 'Waiting',
};

/**
 * The demo: sessions, the conversation, and a panel with pending requests, rules and the record of
 * the run. Wide windows show all three, smaller ones the panel as a drawer, and phones one at a
 * time.
 */
export function App() {
  const { sessionId, beside } = usePlace();
  const [zone, setZone] = useState<Zone>('main');
  const [tab, setTab] = useState<PanelTab>('waiting');
  const [target, setTarget] = useState<PanelTarget>({});

  // Stable, so that only changed rows of the conversation render.
  const show = useCallback((next: PanelTab, to: PanelTarget = {}): void => {
    setTab(next);
    setTarget(to);
    setZone('panel');
  }, []);

  function open(id: string | null): void {
    goTo(id);
    setZone('main');
  }

  const select = (request: InteractionRequest): void => open(request.session_id);

  useEffect(() => {
    if (zone !== 'panel') return undefined;
    const close = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) setZone('main');
    };
    window.addEventListener('keydown', close);
    return () => window.removeEventListener('keydown', close);
  }, [zone]);

  return (
    <div className="app" data-zone={zone}>
      <a className="skip" href="#main" onClick={(event) => skipTo(event, 'main')}>
        Skip to the conversation
      </a>
      <header className="top">
        <button type="button" className="brand" onClick={() => open(null)}>
          <Wordmark />
        </button>
        <span className="product-line">Human in the loop for agents</span>
        <ConnectionState sessionId={sessionId} />
        <nav className="zones" aria-label="Views">
          {ZONES.map((name) => (
            <button
              key={name}
              type="button"
              className="zone-button"
              data-for={name}
              aria-pressed={zone === name}
              onClick={() => (name === 'panel' && zone === name ? setZone('main') : setZone(name))}
            >
              {ZONE_NAMES[name]}
              {name === 'panel' && (
                <PendingBadge filter={MINE} onRequestSelect={select} {...ELSEWHERE} />
              )}
            </button>
          ))}
        </nav>
        <ThemeToggle />
      </header>
      <nav className="zone sessions-zone" aria-label="Sessions">
        <Sessions sessionId={sessionId} onOpen={open} />
      </nav>
      <main id="main" className="zone main-zone" tabIndex={-1}>
        {sessionId === null ? (
          <StartScreen onShow={show} />
        ) : (
          <Chat key={sessionId} sessionId={sessionId} beside={beside} onShow={show} />
        )}
      </main>
      <aside className="zone panel-zone" aria-label="Waiting, rules and record">
        <Suspense fallback={<PanelOutline />}>
          <Panel
            sessionId={sessionId}
            tab={tab}
            target={target}
            onTabChange={setTab}
            onClose={() => setZone('main')}
            onSelect={select}
          />
        </Suspense>
      </aside>
    </div>
  );
}

/** Placeholder of the tabs until their code is loaded, at the same place, so that nothing moves. */
function PanelOutline() {
  return (
    <div className="tabs-bar" aria-hidden="true">
      <div className="tabs-list">
        <span className="tab" data-state="active">
          Waiting
        </span>
        <span className="tab">Rules</span>
        <span className="tab">Record</span>
      </div>
    </div>
  );
}

/**
 * A link to a part of the page. It does not change the hash of the address, which contains the
 * session.
 */
function skipTo(event: React.MouseEvent, id: string): void {
  event.preventDefault();
  document.getElementById(id)?.focus();
}
