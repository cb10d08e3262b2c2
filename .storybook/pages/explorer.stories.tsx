import type { HitlClient } from '@hitl/client';
import { createFakeClient } from '@hitl/client/testing';
import type { RunEvent } from '@hitl/protocol';
import { evolveRun, INITIAL_CONTROL } from '@hitl/protocol/fold';
import { HitlProvider } from '@hitl/react';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useEffect, useMemo, useState, type ReactElement } from 'react';
import { expect, fireEvent, userEvent } from 'storybook/test';
import { Conversation, LiveProvider, SESSION, startRun, useBegun } from './live.tsx';
import { Code, Page } from './page.tsx';
import './explorer.css';

/** The stored events of the run, updated live. */
function useEvents(client: HitlClient | undefined): readonly RunEvent[] {
  const [events, setEvents] = useState<readonly RunEvent[]>([]);
  useEffect(() => {
    if (client === undefined) return undefined;
    const all: RunEvent[] = [];
    const stream = client.sessionEvents(SESSION, {
      onEvent(event) {
        if ('seq' in event) all.push(event);
      },
      onBatch: () => setEvents([...all]),
    });
    return () => stream.close();
  }, [client]);
  return events;
}

/** The same components with only the first events: what a person saw at that moment. */
function Past({ events }: { events: readonly RunEvent[] }): ReactElement {
  const client = useMemo(() => {
    const past = createFakeClient();
    past.emit(...events);
    return past;
  }, [events]);
  const at = Date.parse(events.at(-1)?.timestamp ?? '');
  return (
    <div inert>
      <HitlProvider client={client} userId="ada" now={() => at}>
        <Conversation />
      </HitlProvider>
    </div>
  );
}

function Explorer(): ReactElement {
  const [live, setLive] = useState(() => startRun());
  const client = useBegun(live);
  const events = useEvents(client);
  // `null` follows the end while the run continues.
  const [chosen, setChosen] = useState<number | null>(null);
  const at = Math.min(chosen ?? events.length, events.length);
  const shown = useMemo(() => events.slice(0, at), [events, at]);
  const state = useMemo(() => shown.reduce(evolveRun, INITIAL_CONTROL), [shown]);
  const last = shown.at(-1);
  const isLive = at === events.length;

  function choose(next: number): void {
    setChosen(next >= events.length ? null : Math.max(1, next));
  }

  return (
    <Page
      wide
      title="Protocol explorer"
      lead="A run is a log of events. Answer the card and watch what is stored. Drag the slider to see the same components at an earlier event."
    >
      <div className="stage-bar">
        <label className="scrub">
          <span>
            Event {at} of {events.length}
          </span>
          <input
            type="range"
            min={1}
            max={Math.max(1, events.length)}
            value={Math.max(1, at)}
            onChange={({ currentTarget: { value } }) => choose(Number(value))}
          />
        </label>
        <span>
          <button
            type="button"
            className="page-button"
            disabled={at <= 1}
            onClick={() => choose(at - 1)}
          >
            Back
          </button>{' '}
          <button
            type="button"
            className="page-button"
            disabled={isLive}
            onClick={() => choose(at + 1)}
          >
            Forward
          </button>{' '}
          <button
            type="button"
            className="page-button"
            disabled={isLive}
            onClick={() => setChosen(null)}
          >
            Now
          </button>{' '}
          <button
            type="button"
            className="page-button"
            onClick={() => {
              setChosen(null);
              setLive(startRun());
            }}
          >
            Start again
          </button>
        </span>
      </div>
      <div className="explorer">
        <section aria-label="What is shown" className="stage">
          <p className="hint" role="status">
            {isLive ? 'Live' : `After event ${at}, read-only`}
          </p>
          {isLive && client !== undefined && (
            <LiveProvider client={client}>
              <Conversation />
            </LiveProvider>
          )}
          {!isLive && <Past key={at} events={shown} />}
        </section>
        <section aria-label="Events" className="stage">
          <ol className="events">
            {events.map((event, index) => (
              <li key={event.seq}>
                <button
                  type="button"
                  aria-current={index + 1 === at ? 'step' : undefined}
                  data-later={index + 1 > at || undefined}
                  onClick={() => choose(index + 1)}
                >
                  <span>{event.seq}</span> <code>{event.type}</code>
                </button>
              </li>
            ))}
          </ol>
        </section>
        <section aria-label="Data and state" className="explorer-data">
          <Code
            language="json"
            file={last === undefined ? 'Event' : `Event ${last.seq}, as it is stored`}
          >
            {JSON.stringify(last ?? null, null, 2)}
          </Code>
          <Code language="json" file="State of the run after it">
            {JSON.stringify(state, null, 2)}
          </Code>
        </section>
      </div>
    </Page>
  );
}

const meta = {
  title: 'Protocol explorer',
  tags: ['!autodocs'],
  component: Explorer,
} satisfies Meta<typeof Explorer>;
export default meta;

export const Story: StoryObj<typeof meta> = { name: 'Protocol explorer' };

/** Going back shows the question again, though it has been answered. */
export const Scrubbed: StoryObj<typeof meta> = {
  tags: ['!dev', '!autodocs'],
  async play({ canvas }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Allow once' }));
    await canvas.findByRole('group', { name: /Edit src\/cart/ });
    await userEvent.click(await canvas.findByRole('button', { name: 'Deny' }));
    await canvas.findByText('The cart counts every piece now.');
    const asked = canvas.getAllByRole('button', { name: /interaction_request$/ })[0];
    if (asked === undefined) throw new Error('nothing was asked');
    await userEvent.click(asked);
    await expect(canvas.getByText(/read-only/)).toBeVisible();
    await expect(canvas.queryByText('The cart counts every piece now.')).toBeNull();
    await fireEvent.change(canvas.getByRole('slider'), { target: { value: '999' } });
    await expect(await canvas.findByText('The cart counts every piece now.')).toBeVisible();
  },
};
