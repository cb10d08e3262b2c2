import { MAX_RULE_LENGTH } from '../rule.ts';
import { hasHiddenText, trimBlanks } from '../unicode.ts';
import { knowledgeOf, STATIC, type SimpleCommand } from './line.ts';
import { MAX_NESTING, parseCommandLine } from './parse.ts';
import { encodeExact } from './exact-text.ts';
import { compileCommand, type CommandPattern } from './pattern.ts';
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
  // The pattern is also read as words, in which an escaped backslash may be another text.
  const read = text.includes('\\') ? commandIn(pattern) : undefined;
  if (read === undefined) return pattern;
  const [command, ...others] = parseCommandLine(text).commands;
  if (command === undefined || others.length > 0) return undefined;
  if (areSame(read.words, command.words)) return pattern;
  return command.assignments.length === 0 ? exactArgvPattern(command.words) : undefined;
}

/** The command that an allow pattern is read as, if it is one command. */
function commandIn(pattern: string): CommandPattern | undefined {
  const compiled = compileCommand(pattern, 'allow');
  return typeof compiled === 'object' ? compiled.command : undefined;
}

function areSame(read: CommandPattern['words'], words: readonly string[]): boolean {
  return JSON.stringify(read) === JSON.stringify(words);
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
  const read = commandIn(pattern);
  const same = read?.assignments.length === 0 && !read.rest && areSame(read.words, words);
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
