import type { Command, Option } from 'commander';

/** A possible next word. */
export interface Candidate {
  readonly value: string;
  readonly description: string;
}

/**
 * The possible next words of a command line. `words`: the words so far, without the program's name;
 * the last one is being typed and may be empty. If none are returned, the shell may offer files.
 */
export function candidatesFor(program: Command, words: readonly string[]): readonly Candidate[] {
  const typed = words.at(-1) ?? '';
  const { command, option, rest } = whereAt(program, words.slice(0, -1));
  if (option !== undefined) return fitting(choices(option.argChoices), typed);
  const [, flag, value] = /^(--[^=]+)=(.*)$/.exec(typed) ?? [];
  if (flag !== undefined && value !== undefined) {
    const found = optionsOf(command).find(({ long }) => long === flag);
    const values = fitting(choices(found?.argChoices), value);
    return values.map((own) => ({ ...own, value: `${flag}=${own.value}` }));
  }
  if (typed.startsWith('-')) {
    const flags = optionsOf(command).map(({ long, short, description }) => ({
      value: long ?? short ?? '',
      description,
    }));
    return fitting(flags, typed);
  }
  const argument =
    command.registeredArguments[Math.min(rest, command.registeredArguments.length - 1)];
  return fitting(
    [...(rest === 0 ? subcommands(command) : []), ...choices(argument?.argChoices)],
    typed,
  );
}

interface Place {
  readonly command: Command;
  /** The option whose value is the next word. */
  readonly option?: Option | undefined;
  /** The number of arguments of the command so far. */
  readonly rest: number;
}

function whereAt(program: Command, words: readonly string[]): Place {
  let command = program;
  let option: Option | undefined;
  let rest = 0;
  for (const word of words) {
    if (option !== undefined) {
      option = undefined;
    } else if (word.startsWith('-')) {
      const found = optionsOf(command).find(({ long, short }) => word === long || word === short);
      if (found?.required === true) option = found;
    } else {
      // Any command may follow `help`.
      if (rest === 0 && word === 'help') continue;
      const inner = rest === 0 ? command.commands.find((own) => own.name() === word) : undefined;
      if (inner === undefined) rest += 1;
      else command = inner;
    }
  }
  return { command, option, rest };
}

/** The options of a command and of its default subcommand. */
function optionsOf(command: Command): readonly Option[] {
  const own = command.createHelp().visibleOptions(command);
  const inner = command.commands.find((child) => isDefault(command, child));
  const more = inner === undefined ? [] : inner.options;
  return [...own, ...more];
}

/** Commander has no public API for this. */
function isDefault(command: Command, child: Command): boolean {
  return '_defaultCommandName' in command && command['_defaultCommandName'] === child.name();
}

function subcommands(command: Command): Candidate[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .map((own) => ({ value: own.name(), description: own.description() }));
}

function choices(values: readonly string[] = []): Candidate[] {
  return values.map((value) => ({ value, description: '' }));
}

function fitting(candidates: readonly Candidate[], typed: string): readonly Candidate[] {
  return candidates.filter(({ value }) => value.startsWith(typed));
}
