import { knowledgeOf, UNSAFE, type Assignment, type SimpleCommand } from './line.ts';
import { programOf } from '../programs/index.ts';

/** Whether a builtin takes `NAME=value`. */
function declares(program: string): boolean {
  return programOf(program)?.evaluates === 'declarations';
}

/** Whether words of a command are names of variables that it fills. */
function fillsVariables({ words }: SimpleCommand, program: string): boolean {
  const fills = programOf(program)?.fills === true;
  return fills && (program !== 'printf' || words[1]?.startsWith('-v') === true);
}

/** The arrays of bash that say what a name runs. */
const NAME_TABLES = /\bBASH_(?:ALIASES|CMDS)\b/;

/** Whether a command may change what names run, through the arrays in which bash keeps that. */
export function changesNames(command: SimpleCommand, program: string): boolean {
  if (command.assignments.some(({ name, value }) => NAME_TABLES.test(`${name} ${value}`))) {
    return true;
  }
  if (!declares(program) && !fillsVariables(command, program)) return false;
  return command.words.some((word) => NAME_TABLES.test(word));
}

/** The variables that a command sets with its words: `export NAME=value`, `env NAME=value`. */
export function assignedByWords(command: SimpleCommand, program: string): Assignment[] {
  const fills = fillsVariables(command, program);
  if (!fills && !declares(program) && programOf(program)?.wraps?.assignments !== true) return [];
  return command.words.flatMap((word, at): Assignment[] => {
    if (at === 0) return [];
    const found = /^([A-Za-z_][A-Za-z0-9_]*)(\+?=)?/.exec(word);
    const [all = '', name = '', equals] = found ?? [];
    if (fills) return name === '' ? [] : [{ name, value: '', knowledge: UNSAFE }];
    if (equals === undefined) return [];
    // An append depends on what was there before.
    const knowledge = equals === '=' ? knowledgeOf(command, at) : UNSAFE;
    return [{ name, value: word.slice(all.length), knowledge }];
  });
}
