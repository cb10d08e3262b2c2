import { useHitlClient } from '@hitl/react';
import { useEffect, useState } from 'react';
import { goTo } from './route.ts';
import { LIVE, SCENARIOS, type Scenario } from './scenarios.ts';
import { USER } from './user.ts';

/** What the demo can show: each card starts a session of its own on a fresh copy of the project. */
export function StartScreen() {
  const client = useHitlClient();
  const [scenarios, setScenarios] = useState(SCENARIOS);
  const [starting, setStarting] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    const gone = new AbortController();
    client.listAgents({ signal: gone.signal }).then(
      ({ agents }) =>
        setScenarios(agents.some(({ id }) => id === LIVE.agent) ? [LIVE, ...SCENARIOS] : SCENARIOS),
      () => undefined,
    );
    return () => gone.abort();
  }, [client]);

  async function start({ agent, input }: Scenario): Promise<void> {
    setStarting(agent);
    setProblem(null);
    try {
      await fetch('/demo/reset', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
      });
      const session = crypto.randomUUID();
      await client.createRun({ agent_id: agent, input, session_id: session, user_id: USER });
      goTo(session);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setStarting(null);
    }
  }

  return (
    <div className="start">
      <h1>What should the agent do?</h1>
      <p className="lead">
        The scripts are fixed, the tools are real: they work in a folder on this machine, and ask
        you first.
      </p>
      <ul className="scenarios">
        {scenarios.map((scenario) => (
          <li key={scenario.agent}>
            <button
              type="button"
              className="scenario"
              disabled={starting !== null}
              aria-busy={starting === scenario.agent}
              onClick={() => void start(scenario)}
            >
              <strong>{scenario.title}</strong>
              <span>{scenario.text}</span>
            </button>
          </li>
        ))}
      </ul>
      {problem !== null && (
        <p role="alert" className="problem">
          {problem}
        </p>
      )}
    </div>
  );
}
