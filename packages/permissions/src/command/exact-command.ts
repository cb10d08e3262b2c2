import { MAX_RULE_LENGTH } from '../rule.ts';
import { hasHiddenText, trimBlanks } from '../unicode.ts';
import { knowledgeOf, STATIC, type SimpleCommand } from './line.ts';
import { MAX_NESTING, parseCommandLine } from './parse.ts';
import { encodeExact } from './exact-text.ts';
import { compileCommand } from './pattern.ts';
import { plainName, programNames } from './shape.ts';
import { unwrap } from './unwrap.ts';

/** Words that need no quotes, in a shell or in a rule. */
const PLAIN_WORD = /^[A-Za-z0-9_\-./:=@%+,]+$/;

/** Quotes a word as in a rule. */
export function quoteWord(word: string): string {
  if (PLAIN_WORD.test(word)) return word;
  if (!word.includes("'")) return `'${word}'`;
  return `"${word.replace(/["\\$`]/g, '\\$&')}"`;
}

/**
 * The pattern that matches this command and nothing else. `undefined` if the command must not be remembered:
 * it cannot be parsed, contains invisible characters, or runs something known only at run time.
 */
export function exactCommandPattern(value: string): string | undefined {
  const pattern = exactTextPattern(value);
  const text = trimBlanks(value);
  if (pattern === undefined || lineRunsUnknown(text, 0)) return undefined;
  const compiled = text.includes('\\') ? compileCommand(pattern, 'allow') : '';
  if (typeof compiled === 'string' || compiled.command === undefined) return pattern;
  // The pattern is also read as words, in which an escaped backslash may be another text.
  const { commands } = parseCommandLine(text);
  const [command] = commands;
  if (command === undefined || commands.length > 1) return undefined;
  const { words, assignments } = command;
  if (JSON.stringify(compiled.command.words) === JSON.stringify(words)) return pattern;
  return assignments.length === 0 ? exactArgvPattern(words) : undefined;
}

/** The pattern that matches this text only, for shells whose commands cannot be parsed. */
export function exactTextPattern(value: string): string | undefined {
  const text = trimBlanks(value);
  if (text === '' || text.length > MAX_RULE_LENGTH || hasHiddenText(text)) return undefined;
  const pattern = encodeExact(text);
  const compiled = compileCommand(pattern, 'allow');
  return typeof compiled === 'object' && compiled.text === text ? pattern : undefined;
}

/** The pattern of one command, from its words, for use as a part of a longer line. */
export function exactArgvPattern(words: readonly string[]): string | undefined {
  if (words.length === 0 || words[0] === '' || words.some(hasHiddenText)) return undefined;
  const pattern = words.map(quoteWord).join(' ');
  const compiled = compileCommand(pattern, 'allow');
  if (typeof compiled !== 'object' || compiled.command === undefined) return undefined;
  const { assignments, words: read, rest } = compiled.command;
  const same =
    assignments.length === 0 &&
    !rest &&
    read.length === words.length &&
    read.every((word, index) => word === words[index]);
  return same ? pattern : undefined;
}

function lineRunsUnknown(text: string, depth: number): boolean {
  const { problem, substitution, commands } = parseCommandLine(text);
  return problem !== undefined || substitution || commands.some((part) => runsUnknown(part, depth));
}

/** Whether something that a command runs is known only at run time. */
function runsUnknown(command: SimpleCommand, depth: number): boolean {
  if (command.words.length === 0) return false;
  if (knowledgeOf(command, 0) !== STATIC || depth > MAX_NESTING) return true;
  const program = plainName(programNames(command.words[0] ?? ''));
  const inners = unwrap(command, program)?.inners ?? [];
  return inners.some((inner) => {
    switch (inner.type) {
      case 'command':
        return runsUnknown(inner.command, depth + 1);
      case 'script':
        return !inner.static || lineRunsUnknown(inner.text, depth + 1);
      case 'stdin':
        return true;
      case 'source':
        return knowledgeOf(command, inner.at) !== STATIC;
    }
  });
}
