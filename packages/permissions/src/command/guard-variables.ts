import { knowledgeOf, UNSAFE, type Assignment, type SimpleCommand } from './line.ts';
import { programOf } from '../programs/index.ts';

/** Whether the arguments of a command are names of variables that it assigns. */
function fillsVariables({ words }: SimpleCommand, program: string): boolean {
  if (programOf(program)?.fills !== true) return false;
  return program !== 'printf' || words[1]?.startsWith('-v') === true;
}

/** Whether a command sets variables through its arguments. */
function assigns(command: SimpleCommand, program: string): boolean {
  const facts = programOf(program);
  const declares = facts?.evaluates === 'declarations' || facts?.wraps?.assignments === true;
  return declares || fillsVariables(command, program);
}

/** The arrays in which bash keeps aliases and command paths, and the variables that functions come in. */
const NAME_TABLES = /\bBASH_(?:ALIASES\b|CMDS\b|FUNC_)/;

/** Whether a command may change what command names run, through those variables. */
export function changesNames(command: SimpleCommand, program: string): boolean {
  const { assignments } = command;
  if (assignments.some(({ name, value }) => NAME_TABLES.test(`${name} ${value}`))) return true;
  return assigns(command, program) && command.words.some((word) => NAME_TABLES.test(word));
}

/** The variables that a command sets, also through its arguments: `export NAME=value`, `env NAME=value`. */
export function assignmentsOf(command: SimpleCommand, program: string): readonly Assignment[] {
  if (!assigns(command, program)) return command.assignments;
  const fills = fillsVariables(command, program);
  const byWords = command.words.flatMap((word, at): Assignment[] => {
    if (at === 0) return [];
    const found = /^(?:-[efnrs]*[avp])?([A-Za-z_]\w*)(\+?=)?/.exec(word);
    const [all = '', name = '', equals] = found ?? [];
    if (fills) return name === '' ? [] : [{ name, value: '', knowledge: UNSAFE }];
    if (equals === undefined) return [];
    // The result of an append depends on the previous value.
    const knowledge = equals === '=' ? knowledgeOf(command, at) : UNSAFE;
    return [{ name, value: word.slice(all.length), knowledge }];
  });
  return [...command.assignments, ...byWords];
}
