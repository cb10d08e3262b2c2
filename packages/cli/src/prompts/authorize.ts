import { rememberOf, type RuleTerm } from '@hitl/client/view';
import type { InteractionRequest, InteractionResponse, Remember } from '@hitl/protocol';
import { decisionOn } from '../questions/steps.ts';
import { frame, frameArgs, shortFrame } from './frame.ts';

/** The meaning of what a person typed about a call. */
export type Verdict =
  | { readonly kind: 'answer'; readonly response: InteractionResponse }
  | { readonly kind: 'edit' }
  | { readonly kind: 'unclear'; readonly why: string };

/** A call to be approved, with the person's edits. */
export interface AskedCall {
  readonly request: InteractionRequest;
  /** The arguments as edited by the person. */
  readonly edited?: Readonly<Record<string, unknown>>;
}

/** The literal rules that can be remembered for a call; none for edited arguments. */
export function rulesFor({ request, edited }: AskedCall): readonly string[] {
  const { suggested_patterns: patterns, rememberable } = request.metadata;
  if (edited !== undefined || rememberable === false || !Array.isArray(patterns)) return [];
  return patterns.filter((pattern): pattern is string => typeof pattern === 'string');
}

const INDENT = '         ';

/** Rules contain untrusted text too; one that repeats a long call is shortened like the call itself. */
const RULE_LINES = 4;

/** The possible answers about a call, with the rules as they would be saved. */
export function choicesOf(call: AskedCall, columns: number): string {
  const rules = rulesFor(call);
  const only = rules.length === 1;
  const listed = rules.flatMap((rule, index) => {
    const lines = frame(`${only ? '' : `${index + 1}. `}${rule}`, columns - INDENT.length);
    return shortFrame(lines, RULE_LINES).map((line) => `${INDENT}${line}`);
  });
  const number = only ? '' : ' N';
  return [
    ...(call.edited === undefined
      ? []
      : ['With your arguments:', ...frameArgs(call.edited, columns)]),
    '  yes      this once',
    ...(rules.length === 0
      ? []
      : [
          `  session${number}  also for the rest of this run, by the rule`,
          `  always${number}   also from now on, by the rule`,
          `  month${number}    for 30 days, by the rule; or hour${number}, today${number}`,
          ...listed,
        ]),
    '  edit     change the arguments first',
    '  no       do not run it; what you write after no is sent to the agent',
  ].join('\n');
}

const TERMS: Readonly<Record<string, RuleTerm>> = {
  yes: 'once',
  y: 'once',
  session: 'session',
  hour: 'hour',
  today: 'today',
  month: 'month',
  always: 'always',
};

/** Parses what a person typed about a call. */
export function readVerdict(call: AskedCall, text: string): Verdict {
  const [, word = '', rest = ''] = /^\s*(\S*)\s*([\s\S]*?)\s*$/.exec(text) ?? [];
  const verb = word.toLowerCase();
  if (verb === 'no' || verb === 'n') {
    return answer(call, { confirmed: false, ...(rest !== '' && { note: rest }) });
  }
  if (verb === 'edit' && rest === '') return { kind: 'edit' };
  const term = TERMS[verb];
  if (term === 'once' && rest === '') return granted(call, { scope: 'once' });
  if (term !== undefined && term !== 'once') {
    const rules = rulesFor(call);
    const pattern = rest === '' && rules.length === 1 ? rules[0] : rules[Number(rest) - 1];
    if (rules.length === 0) return { kind: 'unclear', why: 'No rule can be saved for this call.' };
    if (pattern !== undefined) {
      return granted(call, rememberOf('patterns', { term, rules: [pattern] }, Date.now()));
    }
    return { kind: 'unclear', why: `Name the rule: ${verb} 1 to ${verb} ${rules.length}.` };
  }
  return { kind: 'unclear', why: 'Answer with one of those words.' };
}

function granted(call: AskedCall, remember: Remember): Verdict {
  const { edited } = call;
  return answer(call, {
    confirmed: true,
    remember,
    ...(edited !== undefined && { action: 'modify_args', modified_args: { ...edited } }),
  });
}

function answer({ request }: AskedCall, said: Partial<InteractionResponse>): Verdict {
  return { kind: 'answer', response: decisionOn(request, said) };
}
