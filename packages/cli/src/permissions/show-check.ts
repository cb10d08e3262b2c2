import type { CheckResult } from '@hitl/protocol';
import {
  describeReason,
  type ExplainedSubject,
  type Explanation,
  type HeldBack,
  type ReasonCode,
} from '@hitl/permissions';
import { plain, table } from '../terminal/table.ts';

/** The explanation of a check; a server of another version may leave members out. */
type Explained = Partial<Explanation> & {
  readonly suggestion_examples?: Readonly<Record<string, readonly string[]>>;
};

/** A verdict for people: what decided each part, and what would change it. */
export function showCheck(result: CheckResult): string {
  const explained = result.explanation as Explained;
  const { subjects = [], held_back: held = [], others = [] } = explained;
  const rule = result.matched_rule ?? result.rule;
  const head = [
    ['decision', result.decision],
    ['step', result.step],
    ['rule', rule ?? 'none'],
    ['reason', result.reason],
    ['call', result.resource],
  ];
  const suggested = new Set([...result.suggested_patterns, ...(explained.suggestions ?? [])]);
  return [
    table(head),
    section('parts', subjects.map(partOf)),
    section('allow rules that were not enough', held.map(heldOf)),
    section(
      'other rules that match',
      others.map(({ effect, rule: text }) => [effect, text]),
    ),
    section(
      'rules that would allow it',
      [...suggested].map((text) => [text]),
    ),
    section(
      'with each of them also',
      Object.entries(explained.suggestion_examples ?? {}).map(([text, examples]) => [
        text,
        examples.map(plain).join(' · '),
      ]),
    ),
  ].join('');
}

function section(title: string, rows: readonly (readonly string[])[]): string {
  return rows.length === 0
    ? ''
    : `\n${title}\n${table(rows.map(([first = '', ...rest]) => [`  ${first}`, ...rest]))}`;
}

function partOf({ text, via, decision, reason, rule }: ExplainedSubject): string[] {
  const by = rule ?? reasonOf(reason);
  return [decision, text, via.length === 0 ? by : `${by} (in ${via.join(', ')})`];
}

function heldOf({ rule, reason }: HeldBack): string[] {
  return [rule, reasonOf(reason)];
}

/** A newer server may send codes without a text here. */
function reasonOf(code: ReasonCode): string {
  return describeReason(code) ?? code;
}
