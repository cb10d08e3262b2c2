import { guardedBy, type Finding, type GuardRules } from './finding.ts';
import { matchGuard } from './guard-pattern.ts';
import { writtenAssignments, type CommandLine, type SimpleCommand } from './line.ts';
import { MAX_NESTING } from './parse.ts';
import { plainName, programNames, shapeOf, type Shape } from './shape.ts';
import { basename } from './inner.ts';
import type { Entry } from '../rule-index.ts';
import { guardLines, type CommandRule } from './rules.ts';
import { unwrap } from './unwrap.ts';

/** Rules about several commands, such as `curl * | bash`. A wrapper counts as each command that it runs. */
export function guardSequence(line: CommandLine, rules: GuardRules): Finding | undefined {
  if (guardLines(rules.deny).length + guardLines(rules.ask).length === 0) return undefined;
  const commands = line.commands.filter(({ words }) => words.length > 0);
  const readings = commands.map((command) => readingsOf(command, 0));
  const between = commands.slice(1).map((command, index) => {
    const from = commands[index]?.span[1] ?? 0;
    return operatorIn(line.text.slice(from, Math.max(from, command.span[0])));
  });
  const matches = ({ pattern: { line: sequence } }: Entry<CommandRule>): boolean =>
    commands.some((_, start) =>
      sequence?.commands.every((pattern, index) => {
        const operator = sequence.pattern.operators[index];
        const joined = operator === undefined || operatorIn(operator) === between[start + index];
        const shapes = joined ? readings[start + index] : undefined;
        return shapes?.some((shape) => matchGuard(pattern, shape, rules.work)) === true;
      }),
    );
  return guardedBy(rules, (index) => guardLines(index).find(matches)?.rule);
}

function operatorIn(between: string): string {
  const operator = between.trim();
  if (operator === '|&') return '|';
  return operator === '' || operator === '\n' ? ';' : operator;
}

function readingsOf(command: SimpleCommand, depth: number): Shape[] {
  const names = programNames(command.words[0] ?? '');
  const shapes = [shapeOf(command.words, command.knowledge, names, writtenAssignments(command))];
  if (depth >= MAX_NESTING) return shapes;
  for (const inner of unwrap(command, basename(plainName(names)))?.inners ?? []) {
    if (inner.type === 'command') shapes.push(...readingsOf(inner.command, depth + 1));
  }
  return shapes;
}
