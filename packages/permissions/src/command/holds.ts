import type { ReasonCode } from '../decision.ts';
import type { Candidate } from './rules.ts';
import { knowledgeOf, STATIC, type SimpleCommand } from './line.ts';
import { loopVariableHold } from './shell-values.ts';
import { unwrap } from './unwrap.ts';
import { programOf } from '../programs/index.ts';
import { isFreeVariable } from '../programs/variables.ts';

/** The assignments of a rule and of the command have to be equal, except for harmless variables. */
export function sameAssignments(
  candidate: Candidate,
  command: SimpleCommand,
  foreign: readonly string[],
): boolean {
  const wanted = candidate.pattern.assignments;
  if (wanted.length === 0 && foreign.length === 0) return true;
  if (!foreign.every((assignment) => wanted.includes(assignment))) return false;
  return wanted.every((assignment) =>
    command.assignments.some(
      ({ name, value, knowledge }) => knowledge === STATIC && `${name}=${value}` === assignment,
    ),
  );
}

/** Whether `env NAME=value command` sets a variable that is not harmless. */
export function foreignAssignment(command: SimpleCommand, to: number): boolean {
  return command.words.slice(1, to).some((word) => {
    const name = /^([A-Za-z_]\w*)=/.exec(word)?.[1];
    return name !== undefined && !isFreeVariable(name);
  });
}

/** A variable that a builtin sets: `NAME`, `NAME=value`, `-vNAME`, `-raNAME`. */
const VARIABLE_WORD = /^(?:-[efnrs]*[avp])?([A-Za-z_]\w*)(?:\+?=|$)/;

/** In a word of `printf`: the option, or the directive, that stores something in a variable. */
const STORES = /^-v|%[-+ #0'*.\dhjlLqtzI]*n/;

/** Whether a builtin sets a variable, which the rule does not spell out, for the commands beside it. */
export function setsForeignVariable(
  command: SimpleCommand,
  program: string,
  candidate: Candidate,
): boolean {
  if (program === 'test' || program === '[') return false;
  const { words } = command;
  const known = (at: number): boolean => knowledgeOf(command, at) === STATIC;
  const prints = program === 'printf';
  const format = words[1] === '--' ? 2 : 1;
  if (prints && known(format) && !words.some((word) => STORES.test(word))) return false;
  return words.some((word, at) => {
    if (prints && at > format && !known(at)) return true;
    const name = VARIABLE_WORD.exec(word)?.[1];
    if (at === 0 || name === undefined || isFreeVariable(name)) return false;
    // The author of the rule has seen a word that it spells out.
    return loopVariableHold(name) && !(known(at) && candidate.pattern.words.includes(word));
  });
}

/** A more specific reason why no rule matched, if the command itself gives one. */
export function unmatchedCode(
  command: SimpleCommand,
  program: string,
  foreign: boolean,
): ReasonCode {
  if (foreign) return 'env-prefix';
  if (program === 'eval' || program === 'trap') return 'dynamic-script';
  if (program === 'alias') return 'shadowed-command';
  const inners = unwrap(command, program)?.inners ?? [];
  if (inners.some(({ type }) => type === 'stdin')) return 'stdin-script';
  if (inners.some((inner) => inner.type === 'script' && !inner.static)) return 'dynamic-script';
  if (inners.length > 0 && programOf(program)?.wraps?.form !== 'shell') return 'opaque-wrapper';
  return 'no-rule';
}
