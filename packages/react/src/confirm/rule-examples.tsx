import type { RuleSet } from '@hitl/client/view';
import type { ReactElement, ReactNode } from 'react';
import { Code } from '../internal/code.tsx';
import { useCardWords } from '../messages/card-words.ts';
import type { RuleReach } from './use-rule-reach.ts';

/**
 * Examples of other calls that the chosen rules would cover, loaded when opened. Renders nothing if
 * unknown, or if the rule covers only this call.
 */
export function RuleExamples({
  label,
  rules,
  exact,
  reach,
  onOpen,
}: {
  label: string;
  rules: RuleSet;
  /** The rules are for this very call and no other. */
  exact: boolean;
  reach: RuleReach | undefined;
  onOpen: () => void;
}): ReactNode {
  if (exact || reach === undefined) return null;
  return (
    <details
      data-hitl-part="scope-examples"
      onToggle={(event) => {
        if (event.currentTarget.open) onOpen();
      }}
    >
      <summary>{label}</summary>
      <div aria-live="polite">
        <Examples rules={rules} reach={reach} />
      </div>
    </details>
  );
}

/** Other calls that rules cover, or what is known about it. */
export function Examples({ rules, reach }: { rules: RuleSet; reach: RuleReach }): ReactElement {
  const messages = useCardWords();
  const { status, examples, retry } = reach;
  if (status === 'failed') {
    return (
      <p>
        {messages.examplesFailed}{' '}
        <button type="button" data-hitl-part="link" onClick={retry}>
          {messages.retry}
        </button>
      </p>
    );
  }
  if (status !== 'known') return <p>{messages.examplesLoading}</p>;
  const found = [...new Set(rules.flatMap((rule) => examples.get(rule) ?? []))];
  if (found.length === 0) return <p>{messages.noExamples}</p>;
  return (
    <ul>
      {found.map((text) => (
        <li key={text}>
          <Code text={text} />
        </li>
      ))}
    </ul>
  );
}
