import { optionLine, optionsOf } from './option-lines.ts';
import { SUBJECTS } from './option-subjects.ts';
import { OWN_STATE, type World } from './worlds.ts';

/** What runs beside a program and is its own. */
const HELPERS: ReadonlySet<string> = new Set(['sh', 'sed', 'sort', 'basename', 'ssh']);

/** Options by the program that names them, read once. */
const known = new Map<string, readonly string[]>();

/** One world for each program whose options are tried, under its own prefix rule. */
export const OPTION_WORLDS: readonly World[] = SUBJECTS.map((subject): World => {
  const words = subject.command.split(' ');
  const [program = ''] = words;
  const prefix = program === 'git' ? words.slice(0, 2).join(' ') : program;
  return {
    name: `options of ${subject.command}`,
    rules: [{ effect: 'allow', rule: `bash(${prefix}:*)` }],
    line: (random) => optionLine(subject, random, optionsOf(subject.command, known)),
    offence({ ran, wrote }) {
      const bad = ran.find(
        ([name = '']) => name !== program && (program !== 'git' || !HELPERS.has(name)),
      );
      if (bad !== undefined) return `ran ${JSON.stringify(bad)}`;
      if (subject.writes) return undefined;
      const file = wrote.find((path) => !OWN_STATE.test(path));
      return file === undefined ? undefined : `wrote ${JSON.stringify(file)}`;
    },
  };
});
