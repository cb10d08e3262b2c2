import { isRecord, textsIn } from '@hitl/client/view';
import type { ConfirmRequest } from '@hitl/protocol';
import { useEffect, useState } from 'react';
import { useSettings } from '../internal/settings.ts';

/** The reach of rules about a call, from the server. */
export interface RuleReach {
  readonly status: 'unknown' | 'loading' | 'known' | 'failed';
  /** Other calls that a rule would cover, by the rule. */
  readonly examples: ReadonlyMap<string, readonly string[]>;
  /** Deny rules that could be saved for the call and similar ones. */
  readonly denials: readonly string[];
  readonly retry: () => void;
}

type Known = Pick<RuleReach, 'examples' | 'denials'>;

const NOTHING: Known = { examples: new Map(), denials: [] };

/** Reads the reach of rules from the explanation of a call, or from its request. */
function reachIn(explanation: Readonly<Record<string, unknown>>): Known | undefined {
  const { suggestion_examples: examples, denial_suggestions: denials } = explanation;
  if (!isRecord(examples)) return undefined;
  return {
    examples: new Map(Object.entries(examples).map(([rule, texts]) => [rule, textsIn(texts)])),
    denials: textsIn(denials),
  };
}

/**
 * Asks the server what rules about a call would cover, once `wanted` is set. It does not ask if the
 * request already says so, or without a client; `undefined` if unknown.
 */
export function useRuleReach(request: ConfirmRequest, wanted: boolean): RuleReach | undefined {
  const { client } = useSettings();
  const [tries, setTries] = useState(0);
  const [answer, setAnswer] = useState<{ for: string; known: Known | 'failed' }>();
  const { user_id: user, tool_name, tool_args, agent_path, metadata } = request;
  const agent = agent_path.at(-1);
  const fromRequest = reachIn(metadata);
  const askable = client !== undefined && user !== undefined && fromRequest === undefined;
  const key = JSON.stringify([user, tool_name, tool_args, agent, tries]);

  useEffect(() => {
    if (!wanted || !askable) return undefined;
    const abort = new AbortController();
    const call = { tool_name, tool_args, ...(agent !== undefined && { agent_id: agent }) };
    const settle = (known: Known | 'failed'): void => {
      if (!abort.signal.aborted) setAnswer({ for: key, known });
    };
    client.check(user, call, { signal: abort.signal }).then(
      ({ explanation }) => settle(reachIn(explanation) ?? NOTHING),
      () => settle('failed'),
    );
    return () => abort.abort();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key contains all dependencies of the call
  }, [wanted, askable, client, key]);

  const known = fromRequest ?? (answer?.for === key ? answer.known : undefined);
  if (known === undefined && !askable) return undefined;
  return {
    status: known === 'failed' ? known : known ? 'known' : wanted ? 'loading' : 'unknown',
    ...NOTHING,
    ...(known !== 'failed' && known),
    retry: () => setTries(tries + 1),
  };
}
