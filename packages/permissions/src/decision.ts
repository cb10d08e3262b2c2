/** `ask` is called `needs_auth` in the policy chain. */
export type Outcome = 'allowed' | 'denied' | 'ask';

/** What each code says to people. */
const SENTENCES = {
  'rule.deny': 'A deny rule matches.',
  'rule.ask': 'An ask rule matches.',
  'rule.allow': 'Allow rules cover the whole call.',
  'no-rule': 'No rule covers it.',
  unparsable: 'The command cannot be read the way a shell would read it.',
  'dynamic-command': 'Which program runs is only known when the command runs.',
  'dynamic-script': 'A script is only known when the command runs.',
  'dynamic-word': 'An argument is only known when the command runs.',
  'stdin-script': 'A shell reads its script from its input.',
  'possible-wrapper': 'An unknown program may run the rest of its line, which a rule forbids.',
  'hidden-characters': 'It has characters that cannot be seen.',
  'non-ascii-command': 'The name of the program or tool has look-alike letters.',
  'env-prefix': 'It sets variables that change what a program does.',
  redirect: 'It reads or writes a file that no rule covers.',
  'dangerous-option': 'An option or argument is not known to be harmless, and no rule spells it.',
  'opaque-wrapper': 'It runs another program that no rule covers.',
  'shadowed-command': 'It changes what a command name means.',
  'arithmetic-subscript': 'The shell may run text that looks like a number or an array index.',
  'extra-argument': 'It has arguments that a pattern does not check.',
  'bad-argument': 'The argument that rules are matched with is missing or has the wrong type.',
  'path-unresolved': 'Where the path leads cannot be told.',
  'protected-path':
    'It reaches files of the server itself, such as its stores or its configuration.',
  'named-file': 'It names a file, or a pattern that may stand for one, which a rule denies.',
  'searched-folder':
    'It goes through a folder that may contain a file which a rule denies. Name the files instead.',
  limit: 'It is too long or too deeply nested to be checked.',
  'invalid-rule': 'A deny or ask rule for this tool cannot be read.',
  expired: 'The rule that would cover it has expired.',
};

/** Reason codes of decisions. Stable: callers may test them. */
export type ReasonCode = keyof typeof SENTENCES;

/** Decision of the rules about one call. */
export interface Decision {
  readonly decision: Outcome;
  readonly reason: ReasonCode;
  /** The rule that decided, or that might have, as written. */
  readonly rule?: string;
  readonly rule_id?: string;
  /**
   * Whether a person has to be asked regardless of any policy: an ask rule matched, or a deny or ask rule
   * might match. An `ask` that is not final only means that no allow rule was sufficient. `true` for
   * `allowed` and `denied`.
   */
  readonly final: boolean;
}

/** A sentence that explains a code to people. May change; codes do not. */
export function describeReason(code: ReasonCode): string {
  return SENTENCES[code];
}
