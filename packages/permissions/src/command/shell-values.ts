import {
  forEachChild,
  type LocaleStringPart,
  type ParameterExpansionPart,
  type SyntaxNode,
  type Word,
} from 'unbash';
import { STATIC } from './line.ts';
import { readWord } from './word.ts';

/** Operators of `[[ ]]` whose operands bash evaluates as arithmetic. */
const ARITHMETIC_TESTS = new Set(['-eq', '-ne', '-lt', '-le', '-gt', '-ge', '-v', '-R']);

const INTEGER = /^[+-]?\d+$/;

/**
 * Whether evaluating an arithmetic or test expression may run code: bash expands names in it recursively, and
 * `a[$(cmd)]` runs `cmd` even if the text comes from a quoted word or a variable. Only integers are known to
 * be harmless.
 */
export function arithmeticHold(node: SyntaxNode): boolean {
  switch (node.type) {
    case 'TestUnary':
      return quotesSubscript(node.operand) || ARITHMETIC_TESTS.has(node.operator);
    case 'TestBinary':
      return (
        quotesSubscript(node.left) ||
        quotesSubscript(node.right) ||
        (ARITHMETIC_TESTS.has(node.operator) &&
          !(INTEGER.test(node.left.value) && INTEGER.test(node.right.value)))
      );
    case 'ArithmeticWord':
      return !INTEGER.test(node.value);
    case 'ArithmeticCommand':
    case 'ArithmeticExpansion':
      if (node.expression === undefined) return true;
      break;
    case 'ArithmeticCommandExpansion':
      return true;
    case 'CompoundList':
    case 'Word':
      return false;
    default:
      break;
  }
  let held = false;
  forEachChild(node, (child) => {
    held ||= arithmeticHold(child);
  });
  return held;
}

/** Whether an expansion uses the value of a variable as a name, a number, an index or a prompt. */
export function evaluatesValue(part: ParameterExpansionPart | LocaleStringPart): boolean {
  if (part.type === 'LocaleString') return false;
  const { prefix, index, operation } = part;
  if (prefix === '!') return true;
  if (index !== undefined && !/^(?:\d+|[@*])$/.test(index.text)) return true;
  switch (operation?.type) {
    case 'Slice':
      return ![operation.offset, operation.length].every(
        (word) => word === undefined || /^ ?[+-]?\d+$/.test(word.text),
      );
    case 'Transform':
    case 'Unknown':
      return true;
    default:
      return false;
  }
}

function quotesSubscript(word: Word): boolean {
  return holdsSubscript(word.value) && readWord(word).knowledge === STATIC;
}

/** Whether text would run a command when bash reads it as an array index. */
export function holdsSubscript(text: string): boolean {
  return text.includes('$(') || text.includes('`') || text.includes('${');
}

/** Lower-case variables that programs read; by convention all others are upper case. */
const READ_BY_PROGRAMS = /^(?:npm_|git_|ld_)|_proxy$/;

/** Whether a loop sets a variable that may change what a program does, such as `PATH`. */
export function loopVariableHold(name: string): boolean {
  return !/^[a-z_][a-z0-9_]*$/.test(name) || READ_BY_PROGRAMS.test(name);
}
