import { useHitlClient, usePermissions } from '@hitl/react';
import { useEffect, useState } from 'react';
import type { PanelTab } from './panel.tsx';
import { LIVE, SCENARIOS, type Scenario } from './scenarios.ts';
import { CallAnimation } from './call-animation.tsx';
import { USER } from './user.ts';
import { useStart } from './use-start.ts';
import { LineIcon } from './line-icon.tsx';

/** The start screen: one recommended scenario, and the others. */
export function StartScreen({ onShow }: { onShow: (tab: PanelTab) => void }) {
  const client = useHitlClient();
  const { starting, problem, start } = useStart();
  const [hasLive, setHasLive] = useState(false);
  const allowed = useAllowed();
  const [first, ...others] = SCENARIOS;

  useEffect(() => {
    const gone = new AbortController();
    client.listAgents({ signal: gone.signal }).then(
      ({ agents }) => setHasLive(agents.some(({ id }) => id === LIVE.agent)),
      () => undefined,
    );
    return () => gone.abort();
  }, [client]);

  return (
    <div className="start">
      <h1>An agent asks. You decide. It continues, exactly once.</h1>
      <p className="lead">
        Scripted agents work with real tools in a sample project on this machine, and nothing runs
        before you have seen it.
      </p>
      <div className="begin-row">
        <button
          type="button"
          className="begin"
          disabled={starting !== null}
          aria-busy={starting === first.title}
          onClick={() => void start(first)}
        >
          {first.title}
        </button>
        <p className="begin-text">{first.text}</p>
      </div>
      {problem !== null && (
        <p role="alert" className="problem">
          {problem}
        </p>
      )}
      <CallAnimation />
      <h2>Or see something else</h2>
      <ul className="scenarios">
        {[...(hasLive ? [LIVE] : []), ...others].map((scenario) => (
          <li key={scenario.title}>
            <button
              type="button"
              className="scenario"
              disabled={starting !== null}
              aria-busy={starting === scenario.title}
              onClick={() => void start(scenario)}
            >
              <strong>{scenario.title}</strong>
              <span>{scenario.text}</span>
              <LineIcon path="M6 3.5l4.5 4.5L6 12.5" />
            </button>
            {allowed.has(scenario.agent) && (
              <p className="note">
                One of your rules allows its command, so it runs without asking.{' '}
                <button type="button" className="link" onClick={() => onShow('rules')}>
                  Your rules
                </button>
              </p>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Agents whose call is already allowed by a rule of the user. */
function useAllowed(): ReadonlySet<string> {
  const client = useHitlClient();
  const { rules } = usePermissions(USER);
  const [allowed, setAllowed] = useState<ReadonlySet<string>>(new Set());
  // Rules may be revoked next to this screen.
  const patterns = rules.map(({ pattern }) => pattern).join('\n');
  useEffect(() => {
    if (patterns === '') return undefined;
    const gone = new AbortController();
    const { signal } = gone;
    async function check({ agent, asks }: Scenario): Promise<readonly string[]> {
      if (asks === undefined) return [];
      const { decision } = await client.check(USER, { agent_id: agent, ...asks }, { signal });
      return decision === 'allowed' ? [agent] : [];
    }
    Promise.all(SCENARIOS.map(check)).then(
      (agents) => setAllowed(new Set(agents.flat())),
      () => undefined,
    );
    return () => gone.abort();
  }, [client, patterns]);
  return patterns === '' ? NONE : allowed;
}

const NONE: ReadonlySet<string> = new Set();
