import { useHitlClient } from '@hitl/react';
import { useState } from 'react';
import { goTo } from './route.ts';
import type { Scenario } from './scenarios.ts';
import { USER } from './user.ts';

/** Starts scenarios, each in a new session with a fresh copy of the project. */
export function useStart(): {
  /** The title of the scenario that is being started. */
  readonly starting: string | null;
  /** Why the last one could not be started. */
  readonly problem: string | null;
  readonly start: (scenario: Scenario) => Promise<void>;
} {
  const client = useHitlClient();
  const [starting, setStarting] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function start({ agent, title, input, beside }: Scenario): Promise<void> {
    setStarting(title);
    setProblem(null);
    try {
      await fetch('/demo/reset', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
      });
      const session = crypto.randomUUID();
      await client.createRun({ agent_id: agent, input, session_id: session, user_id: USER });
      goTo(session, beside);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setStarting(null);
    }
  }
  return { starting, problem, start };
}
