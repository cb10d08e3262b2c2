import type { ReasonCode } from '../../decision.ts';
import { basename } from '../inner.ts';
import { knowledgeOf, mayBecomeOption, STATIC, type SimpleCommand } from '../line.ts';
import { subcommandOf } from '../../programs/index.ts';
import { HELD, type Words } from '../../programs/program.ts';
import { isWholeOption, namesInput, readBundle, readOption } from './read-option.ts';
import { enter, isSpelled, type Halt, type Reading, type Spelling } from './reading-state.ts';

/**
 * Checks the words of a command with the table of its program: each word that the rule does not spell out has
 * to be in the table. Returns the reason why one is not, or `undefined`.
 */
export function readWords(
  command: SimpleCommand,
  table: Words,
  spelling: Spelling,
): ReasonCode | undefined {
  const reading: Reading = {
    command,
    spelling,
    table,
    at: 1,
    open: true,
    operands: 0,
    required: [],
    scripted: false,
    unsure: false,
    files: [],
  };
  const { length } = command.words;
  while (reading.at < length) {
    if (reading.table.text === true) return undefined;
    const skip = spelling.skips.find(([from, to]) => from <= reading.at && reading.at < to);
    if (skip !== undefined) {
      reading.at = skip[1];
      continue;
    }
    const halt = readWord(reading);
    if (halt === 'done') return undefined;
    if (halt !== undefined) return halt;
  }
  return finish(reading);
}

function readWord(reading: Reading): Halt {
  const { command, spelling, table, at } = reading;
  if (knowledgeOf(command, at) !== STATIC) return readDynamic(reading);
  const word = command.words[at] ?? '';
  const dashed = word.length > 1 && word.startsWith('-');
  if (!reading.open) {
    // After `--` a dash is literal, provided that the words before were read as the program reads them.
    if (dashed && table.harmless !== true && !isSpelled(spelling, at)) return 'dangerous-option';
  } else if (word === '--') {
    if (table.rest !== undefined) enter(reading, table.rest);
    else {
      reading.open = false;
      reading.at += 1;
    }
    return undefined;
  } else if (dashed || isWholeOption(table, word)) return readOption(reading, word);
  return readOperand(reading, word);
}

function readOperand(reading: Reading, word: string): Halt {
  const { spelling, table, at } = reading;
  const spelled = isSpelled(spelling, at);
  if (table.subcommands !== undefined) {
    const inner = subcommandOf(table, word);
    if (inner === undefined && !spelled) return 'dangerous-option';
    enter(reading, inner ?? table.otherwise ?? HELD);
    return undefined;
  }
  if (table.bundle === true && at === 1 && !spelled) return readBundle(reading, word);
  reading.operands += 1;
  reading.at += 1;
  if (table.ordered === true) reading.open = false;
  if (table.operands === 'copied' || table.operands === 'moved') {
    reading.files.push(at);
    return undefined;
  }
  if (table.operands === 'script' && namesInput(word)) return 'stdin-script';
  if (spelled) return table.operands === 'script' && !reading.unsure ? 'done' : undefined;
  if (table.script !== undefined && reading.operands === 1 && !reading.scripted) {
    return table.script(word) ? undefined : 'dangerous-option';
  }
  if (table.most !== undefined && reading.operands > table.most) {
    return spelling.writes(word) ? undefined : 'redirect';
  }
  return checkOperand(reading, word);
}

/** A path below the command's folder, whatever its name; `@x` would be a file with more options. */
const INSIDE = /^(?![/~@-])(?!(?:.*\/)?\.\.(?:\/|$))[^:=]*$/;

/** What gawk takes for the beginning of a network address. */
const NETWORK = '/inet';

/** A new file or folder below the command's folder, with no hidden segment in its path. */
const NEW_BELOW = /^(?:\.\/)?(?!\.|.*\/\.)[\w@+,=%][\w@+,=%./-]*$/;

function checkOperand({ table, spelling, operands }: Reading, word: string): Halt {
  const kind = table.operands;
  switch (kind) {
    case undefined:
    case 'any':
      return undefined;
    case 'new':
      return (NEW_BELOW.test(word) && !spelling.moved) || spelling.writes(word)
        ? undefined
        : 'redirect';
    case 'inside':
      return INSIDE.test(word) ? undefined : 'dangerous-option';
    case 'local':
      return word.startsWith(NETWORK) ? 'dangerous-option' : undefined;
    case 'held':
    case 'script':
      return 'opaque-wrapper';
    case 'written':
      return spelling.writes(word) ? undefined : 'redirect';
    case 'none':
    case 'copied':
    case 'moved':
      return 'dangerous-option';
    default: {
      const pattern = kind[Math.min(operands, kind.length) - 1];
      return pattern?.test(word) === true ? undefined : 'dangerous-option';
    }
  }
}

/** A word that is known only at run time and that may become several words. */
function readDynamic(reading: Reading): Halt {
  const { command, table, at } = reading;
  reading.at += 1;
  if (table.harmless === true) return undefined;
  const script = table.script !== undefined && !reading.scripted && reading.operands === 0;
  if (
    mayBecomeOption(command, at) ||
    table.subcommands !== undefined ||
    table.most !== undefined ||
    (table.bundle === true && at === 1) ||
    script
  ) {
    return 'dynamic-word';
  }
  reading.operands += 1;
  if (table.operands === undefined || table.operands === 'any') return undefined;
  const lead = command.leads?.[at] ?? '';
  if (table.operands === 'local') {
    return NETWORK.startsWith(lead.slice(0, NETWORK.length)) ? 'dynamic-word' : undefined;
  }
  if (table.operands !== 'inside') return 'dynamic-word';
  // `a/.*` may expand to `a/..`.
  return INSIDE.test(lead) && !/(?:^|\/)\.{1,2}$/.test(lead) ? undefined : 'dynamic-word';
}

/** Whether a program may run what it reads from its standard input. */
export function mayRunInput({ operands, idle }: Words): boolean {
  return operands === 'held' || operands === 'script' || idle !== undefined;
}

function runsInput({ command, spelling, table, required, operands, unsure }: Reading): boolean {
  if (spelling.wraps) return false;
  const given = command.input !== undefined;
  if (table.operands === 'held') return given;
  // What looks like the script may be the value of an option that the rule spells out.
  return mayRunInput(table) && required.length === 0 && (operands === 0 || (unsure && given));
}

function finish(reading: Reading): ReasonCode | undefined {
  if (runsInput(reading)) return 'stdin-script';
  const { command, spelling, table, required, files } = reading;
  if (table.requires !== undefined && required.length === 0) return 'redirect';
  const last = files.at(-1);
  if (last === undefined) return undefined;
  const target = command.words[last] ?? '';
  const spelled = isSpelled(spelling, last);
  if (!spelled && !spelling.writes(target)) return 'redirect';
  for (const at of files.slice(0, -1)) {
    if (spelled && isSpelled(spelling, at)) continue;
    const source = command.words[at] ?? '';
    const name = basename(source);
    // Inside a folder it keeps its name.
    if (name === '' || name === '.' || name === '..') return 'redirect';
    if (!spelling.writes(`${target}/${name}`)) return 'redirect';
    if (table.operands === 'moved' && !spelling.writes(source)) return 'redirect';
  }
  return undefined;
}
