import { knowledgeOf, STATIC } from '../line.ts';
import { wordsOf } from '../../programs/index.ts';
import { isListed, type Words } from '../../programs/program.ts';
import { enter, isSpelled, type Halt, type Reading } from './reading-state.ts';

/** What follows an option: nothing, a value, an optional value in the same word, or two values. */
type Arity = 'none' | 'value' | 'glued' | 'pair';

/** Whether a word is an option of the table, written in full. */
export function isWholeOption(table: Words, word: string): boolean {
  return wholeArity(table, word) !== undefined;
}

function wholeArity(table: Words, word: string): Arity | undefined {
  if (isListed(table.longPairs, word)) return 'pair';
  if (isListed(table.longValues, word)) return 'value';
  if (isListed(table.longGlued, word)) return 'glued';
  return isListed(table.long, word) ? 'none' : undefined;
}

function letterArity(table: Words, letter: string): Arity | undefined {
  if (table.values?.includes(letter) === true) return 'value';
  if (table.glued?.includes(letter) === true) return 'glued';
  return table.flags?.includes(letter) === true ? 'none' : undefined;
}

/** A value that begins with a dash may be read as an option by another version of the program. */
const DASHED_VALUE = /^-[^\d\s]/;

/** Reads an option and its value. */
export function readOption(reading: Reading, word: string): Halt {
  const { spelling, table, at } = reading;
  const equals = word.indexOf('=');
  const name = equals > 0 && !isWholeOption(table, word) ? word.slice(0, equals) : word;
  if (isListed(table.runs, name)) return readRun(reading);
  const arity = wholeArity(table, name);
  const halt =
    arity === undefined
      ? readLetters(reading, word)
      : readWhole(reading, name, arity, name === word ? undefined : word.slice(equals + 1));
  if (halt !== 'dangerous-option' || !isSpelled(spelling, at)) return halt;
  // The rule's author wrote out this option and its value.
  note(reading, name);
  const apart = isListed(table.spelledValues, word);
  const value = apart ? (reading.command.words[at + 1] ?? '') : word;
  if (table.spelledValues !== undefined && namesInput(value)) return 'stdin-script';
  if (apart) reading.at = at + 2;
  else {
    reading.at = at + 1;
    reading.unsure = true;
  }
  return undefined;
}

/** Whether a word, or the value joined to an option, stands for the input of the program. */
export function namesInput(word: string): boolean {
  return /^(?:-\w|--[\w-]+=)?(?:-|\/dev\/(?:stdin|fd\/0)|\/proc\/self\/fd\/0)$/.test(word);
}

function note(reading: Reading, name: string): void {
  const { requires, idle, undo = {} } = reading.table;
  const undone = Object.hasOwn(undo, name) ? undo[name] : undefined;
  reading.required = reading.required.filter((option) => !isListed(undone, option));
  if (isListed(requires, name) || isListed(idle, name))
    reading.required = [...reading.required, name];
}

/** The value of the option is a program; the words after it are its arguments. */
function readRun(reading: Reading): Halt {
  const { command, spelling, at } = reading;
  if (at + 1 >= command.words.length || !isSpelled(spelling, at + 1)) return 'opaque-wrapper';
  const table = wordsOf(command.words[at + 1] ?? '');
  if (table === undefined) return 'done';
  reading.at = at + 1;
  enter(reading, table);
  return undefined;
}

function readWhole(reading: Reading, name: string, arity: Arity, glued: string | undefined): Halt {
  if (glued !== undefined) {
    if (arity === 'none' || arity === 'pair') return 'dangerous-option';
    return readValue(reading, name, glued);
  }
  if (arity === 'value') return readNextValue(reading, name);
  note(reading, name);
  if (arity === 'pair') return readPair(reading);
  reading.at += 1;
  return undefined;
}

/** Single-letter options after one dash. The first one that takes a value takes the rest of the word. */
function readLetters(reading: Reading, word: string): Halt {
  const { table } = reading;
  if (table.numeric === true && /^-\d+$/.test(word)) {
    reading.at += 1;
    return undefined;
  }
  for (let index = 1; index < word.length; index += 1) {
    const letter = word[index] ?? '';
    const arity = letterArity(table, letter);
    if (arity === undefined) return 'dangerous-option';
    const name = `-${letter}`;
    const rest = word.slice(index + 1);
    if (arity === 'value' && rest === '') return readNextValue(reading, name);
    if (arity !== 'none') return readValue(reading, name, rest);
    note(reading, name);
  }
  reading.at += 1;
  return undefined;
}

/**
 * Single-letter options without a dash; each one that takes a value takes one of the following words, in
 * order.
 */
export function readBundle(reading: Reading, word: string): Halt {
  reading.at += 1;
  for (const letter of word) {
    const arity = letterArity(reading.table, letter);
    if (arity !== 'none' && arity !== 'value') return 'dangerous-option';
    if (arity === 'none') continue;
    // The value comes where the next option would, and is read as if the option had been `-f`.
    reading.at -= 1;
    const halt = readNextValue(reading, `-${letter}`);
    if (halt !== undefined) return halt;
  }
  return undefined;
}

function readValue(reading: Reading, name: string, value: string): Halt {
  const { table } = reading;
  const isScript = isListed(table.scriptOptions, name);
  if (isScript && table.script?.(value) !== true) return 'dangerous-option';
  const { only = {} } = table;
  if (Object.hasOwn(only, name) && only[name]?.test(value) === false) return 'dangerous-option';
  if (isScript) reading.scripted = true;
  note(reading, name);
  reading.at += 1;
  return undefined;
}

function readNextValue(reading: Reading, name: string): Halt {
  const { command, spelling, table, at } = reading;
  const next = at + 1;
  if (next >= command.words.length) return 'dangerous-option';
  const harmless = table.harmless === true;
  if (knowledgeOf(command, next) !== STATIC && !harmless) return 'dynamic-word';
  const value = command.words[next] ?? '';
  if (!isSpelled(spelling, next)) {
    if (DASHED_VALUE.test(value) && !harmless) return 'dangerous-option';
    const halt = readValue(reading, name, value);
    if (halt !== undefined) return halt;
  } else {
    if (isListed(table.scriptOptions, name)) reading.scripted = true;
    note(reading, name);
  }
  reading.at = next + 1;
  return undefined;
}

function readPair(reading: Reading): Halt {
  const { command, table, at } = reading;
  for (const next of [at + 1, at + 2]) {
    const known = knowledgeOf(command, next) === STATIC || table.harmless === true;
    if (!known || next >= command.words.length) return 'dangerous-option';
  }
  reading.at = at + 3;
  return undefined;
}
