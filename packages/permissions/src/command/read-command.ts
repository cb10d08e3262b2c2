import { staticCommand, type CommandLine } from './line.ts';
import { parseCommandLine } from './parse.ts';
import { spend } from '../work.ts';

/** Text that every shell cuts at its blanks and takes as it stands. */
const PLAIN = /^[A-Za-z0-9_\-./:=@%+, \t]*$/;

/** Words that begin something else than a simple command. */
const RESERVED: ReadonlySet<string> = new Set([
  'if',
  'then',
  'else',
  'elif',
  'fi',
  'for',
  'while',
  'until',
  'do',
  'done',
  'case',
  'esac',
  'in',
  'select',
  'function',
  'time',
  'coproc',
]);

/** Takes a command apart: most are plain words, for which no parser is needed. */
export function readCommand(text: string): CommandLine {
  if (text.length <= 4096 && PLAIN.test(text)) {
    spend(50 + text.length);
    const words = text.split(/[ \t]+/);
    if (words[0] === '') words.shift();
    if (words.at(-1) === '') words.pop();
    const [first = ''] = words;
    if (first !== '' && !first.includes('=') && !RESERVED.has(first)) {
      const commands = [staticCommand(words, [0, text.length])];
      return { text, problem: undefined, commands, holds: NONE, ...NOTHING_INSIDE };
    }
  }
  return parseCommandLine(text);
}

const NONE: CommandLine['holds'] = [];
const NOTHING_INSIDE = { substitution: false, calculations: 0 };
