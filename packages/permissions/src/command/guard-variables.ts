import { knowledgeOf, UNSAFE, type Assignment, type SimpleCommand } from './line.ts';
import { programOf } from '../programs/index.ts';
import type { Program } from '../programs/program.ts';

/** Whether a builtin accepts `NAME=value` arguments. */
function declares(facts: Program): boolean {
  return facts.evaluates === 'declarations';
}

/** Whether the arguments of a command are names of variables that it assigns. */
function fillsVariables({ words }: SimpleCommand, program: string, facts: Program): boolean {
  const fills = facts.fills === true;
  return fills && (program !== 'printf' || words[1]?.startsWith('-v') === true);
}

/** The arrays in which bash keeps aliases and command paths. */
const NAME_TABLES = /\bBASH_(?:ALIASES|CMDS)\b/;

/** Whether a command may change what command names run, through those arrays. */
export function changesNames(command: SimpleCommand, program: string): boolean {
  const { assignments } = command;
  if (assignments.some(({ name, value }) => NAME_TABLES.test(`${name} ${value}`))) return true;
  const facts = programOf(program);
  if (facts === undefined) return false;
  if (!declares(facts) && !fillsVariables(command, program, facts)) return false;
  return command.words.some((word) => NAME_TABLES.test(word));
}

/** The variables that a command sets through its arguments: `export NAME=value`, `env NAME=value`. */
export function assignedByWords(command: SimpleCommand, program: string): readonly Assignment[] {
  const facts = programOf(program);
  if (facts === undefined) return NONE;
  const fills = fillsVariables(command, program, facts);
  if (!fills && !declares(facts) && facts.wraps?.assignments !== true) return NONE;
  return command.words.flatMap((word, at): Assignment[] => {
    if (at === 0) return [];
    const found = /^(?:-[efnrs]*[avp])?([A-Za-z_]\w*)(\+?=)?/.exec(word);
    const [all = '', name = '', equals] = found ?? [];
    if (fills) return name === '' ? [] : [{ name, value: '', knowledge: UNSAFE }];
    if (equals === undefined) return [];
    // The result of an append depends on the previous value.
    const knowledge = equals === '=' ? knowledgeOf(command, at) : UNSAFE;
    return [{ name, value: word.slice(all.length), knowledge }];
  });
}

const NONE: readonly never[] = [];
