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
  for (let at = 1; at < to; at += 1) {
    const name = /^([A-Za-z_][A-Za-z0-9_]*)=/.exec(command.words[at] ?? '')?.[1];
    if (name !== undefined && !isFreeVariable(name)) return true;
  }
  return false;
}

/** Whether a rule spells a word out, so that its author has seen it. */
function spells(candidate: Candidate, word: string, isStatic: boolean): boolean {
  return isStatic && candidate.pattern.words.includes(word);
}

/** A variable that a builtin sets: `NAME`, `NAME=value`, `-vNAME`, `-raNAME`. */
const VARIABLE_WORD = /^(?:-[efnrs]*[avp])?([A-Za-z_]\w*)(?:\+?=|$)/;

/** Whether a builtin sets a variable, which the rule does not spell out, for the commands beside it. */
export function setsForeignVariable(
  command: SimpleCommand,
  program: string,
  candidate: Candidate,
): boolean {
  if (program === 'test' || program === '[') return false;
  if (program === 'printf' && !command.words.some((word) => word.startsWith('-v'))) return false;
  return command.words.some((word, at) => {
    const name = VARIABLE_WORD.exec(word)?.[1];
    if (at === 0 || name === undefined || isFreeVariable(name)) return false;
    return loopVariableHold(name) && !spells(candidate, word, knowledgeOf(command, at) === STATIC);
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
