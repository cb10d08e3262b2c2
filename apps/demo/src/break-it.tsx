import { approvalOf, ClientError, denialOf } from '@hitl/client';
import type { ConfirmRequest } from '@hitl/protocol';
import { useHitlClient, useSession } from '@hitl/react';
import { useState } from 'react';
import { connection } from './connection.ts';
import { USER } from './user.ts';

/** A failure caused by the page, and its result. */
type Done = readonly [what: string, result: string];

/** Buttons that break a suspended run, next to the conversation that shows the effect. */
export function BreakIt({ sessionId }: { sessionId: string }) {
  const client = useHitlClient();
  const { pending } = useSession(sessionId);
  const [isCut, setCut] = useState(false);
  const [done, setDone] = useState<readonly Done[]>([]);
  const waiting = pending.find((request): request is ConfirmRequest => request.type === 'confirm');
  const say = (...entry: Done): void => setDone((before) => [...before, entry]);

  function toggle(): void {
    if (isCut) connection.restore();
    else connection.cut();
    setCut(!isCut);
    say(
      isCut ? 'Restored the network' : 'Dropped the network',
      isCut ? 'The page catches up.' : 'Answer now: it is sent once the network is back.',
    );
  }

  async function kill(): Promise<void> {
    say('Killed the server', 'It is back in four seconds, and reads its database.');
    await fetch('/demo/kill', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    }).catch(() => undefined);
  }

  async function answerTwice(request: ConfirmRequest): Promise<void> {
    const [allowed, denied] = await Promise.allSettled([
      client.respond({ ...approvalOf(request), reviewer_id: USER }),
      client.respond({ ...denialOf(request), reviewer_id: USER }),
    ]);
    say('Allowed and denied at once', `Allow: ${resultOf(allowed)}. Deny: ${resultOf(denied)}.`);
  }

  return (
    <section className="break-it" aria-label="Break it">
      <p className="quiet">The command runs at most once, whatever you do here.</p>
      <div className="break-buttons">
        <button type="button" className="small" aria-pressed={isCut} onClick={toggle}>
          {isCut ? 'Restore the network' : 'Drop the network'}
        </button>
        <button type="button" className="small" disabled={isCut} onClick={() => void kill()}>
          Kill the server
        </button>
        <button
          type="button"
          className="small"
          disabled={isCut || waiting === undefined}
          onClick={() => waiting && void answerTwice(waiting)}
        >
          Answer twice
        </button>
      </div>
      <ol aria-label="What happened" aria-live="polite">
        {done.map(([what, result], index) => (
          <li key={index}>
            <strong>{what}.</strong> {result}
          </li>
        ))}
      </ol>
    </section>
  );
}

function resultOf(settled: PromiseSettledResult<unknown>): string {
  if (settled.status === 'fulfilled') return 'recorded';
  const { reason } = settled as { reason: unknown };
  return reason instanceof ClientError ? `refused, ${reason.code}` : 'failed';
}
