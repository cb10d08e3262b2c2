import { partsOf, PROTECTED } from '../path/protected.ts';
import { isAscii } from '../unicode.ts';
import { doubt, guardedBy, stricter, type Finding, type GuardRules } from './finding.ts';
import { evaluatorCode, mayHoldScript } from './evaluators.ts';
import { assignmentsOf, changesNames } from './guard-variables.ts';
import { guardFiles } from './guard-files.ts';
import { gitOverwrites } from './git-overwrites.ts';
import { guardSequence } from './guard-sequence.ts';
import { evaluatesText, scanText } from './guard-text.ts';
import {
  innerCommand,
  knowledgeOf,
  PATTERN,
  STATIC,
  writtenAssignments,
  type CommandLine,
  type Redirect,
  type SimpleCommand,
} from './line.ts';
import { MAX_NESTING, parseCommandLine } from './parse.ts';
import { plainName, programNames, shapeOf, type Shape } from './shape.ts';
import { changesFolder, isFreeTarget, isNetwork } from './folders.ts';
import { shellOfScript, sourceCode, type Inner } from './inner.ts';
import {
  exactRule,
  knowsProgram,
  matchGuarded,
  mayMatchGuarded,
  mightMatchGuarded,
} from './rules.ts';
import { BASH } from '../programs/shells.ts';
import { isWrapper, programOf, takesWordsAsText } from '../programs/index.ts';
import { EXPANDED_VARIABLES, SCRIPT_VARIABLES } from '../programs/variables.ts';
import { unwrap } from './unwrap.ts';

/** Called with each command that was checked, including nested ones, for an explanation. */
export type GuardTrace = (command: SimpleCommand, finding: Finding | undefined) => void;

/** What makes an array, for a builtin to fill. */
const ARRAYS = /["'\s]-\w*[aA]|(?:mapfile|readarray)\b|\w\+?=\(|\]\+?=|(?:STACK|STATUS|GROUPS)=/;

/** How many words are tried as the start of a denied command; with more words, the result is uncertain. */
const MAX_STARTS = 64;

/** Context of a line that is checked against the rules. */
interface Pass {
  readonly rules: GuardRules;
  /** Whether there are rules about commands, and not only about files. */
  readonly patterns: boolean;
  readonly trace: GuardTrace | undefined;
  /** Whether the current folder may have changed in the line, and perhaps to one that only a run will tell. */
  readonly moved: boolean | 'anywhere';
  /** Whether variables may contain text that runs when bash evaluates them as numbers, or fills arrays. */
  readonly tainted: boolean | 'arrays';
  /** How many scripts this line is nested in. */
  readonly depth: number;
  readonly text: string;
  /** The shell that runs the line. */
  readonly shell: string;
}

/** Checks a command line against deny and ask rules, in every possible reading of it. */
export function guardLine(
  line: CommandLine,
  rules: GuardRules,
  trace?: GuardTrace,
): Finding | undefined {
  return guardPart(line, startPass(rules, trace, line.shell));
}

function startPass(rules: GuardRules, trace: GuardTrace | undefined, shell: string): Pass {
  const patterns = rules.deny.size + rules.ask.size > 0;
  return { rules, patterns, trace, shell, moved: false, tainted: false, depth: 0, text: '' };
}

function guardPart(line: CommandLine, outer: Pass): Finding | undefined {
  const { rules, patterns, trace, depth } = outer;
  let worst = patterns ? guardText(line.text, rules) : undefined;
  if (line.problem !== undefined) {
    if (patterns) worst = stricter(worst, scanText(line.text, rules) ?? doubt(line.problem));
    else if (rules.writes.active || rules.reads.active) worst = doubt(line.problem);
  }
  if (patterns && depth === 0 && !line.simple && evaluatesText(line.text)) {
    const found = scanText(line.text, rules);
    if (found !== undefined) worst = stricter(worst, doubt('arithmetic-subscript', found.rule));
  }
  const moving = line.commands.filter((command) => changesFolder(command));
  const lost =
    outer.moved === 'anywhere' || moving.some(({ knowledge }) => knowledge !== undefined);
  const moved: Pass['moved'] = lost ? 'anywhere' : outer.moved || moving.length > 0;
  const taint = mayHoldScript(line) && (ARRAYS.test(line.text) ? 'arrays' : true);
  const tainted = taint === 'arrays' ? taint : outer.tainted || taint;
  if (patterns && tainted && line.holds.some(({ evaluates }) => evaluates)) {
    worst = stricter(worst, doubt('arithmetic-subscript'));
  }
  const pass = { ...outer, moved, tainted, text: line.text };
  for (const command of line.commands) {
    if (worst?.outcome === 'denied' && trace === undefined) return worst;
    worst = stricter(worst, guard(command, pass));
  }
  return patterns ? stricter(worst, guardSequence(line, rules)) : worst;
}

/** Checks an argument vector against deny and ask rules. */
export function guardCommand(
  command: SimpleCommand,
  rules: GuardRules,
  trace?: GuardTrace,
): Finding | undefined {
  return guard(command, startPass(rules, trace, BASH));
}

/** Checks the whole text of a command against deny and ask rules without wildcards. */
export function guardText(text: string, rules: GuardRules): Finding | undefined {
  return guardedBy(rules, (index) => exactRule(index, text));
}

function guard(command: SimpleCommand, pass: Pass): Finding | undefined {
  let worst: Finding | undefined;
  for (const redirect of command.redirects) worst = stricter(worst, guardRedirect(redirect, pass));
  const names = programNames(command.words[0] ?? '');
  const program = plainName(names);
  if (pass.patterns && changesNames(command, program))
    worst = stricter(worst, doubt('shadowed-command'));
  const assignments = assignmentsOf(command, program);
  for (const { name, value, knowledge } of assignments) {
    if (pass.patterns && EXPANDED_VARIABLES.has(name)) {
      const plain = knowledge === STATIC && /^[\w:>+ -]*$/.test(value);
      if (!plain) worst = stricter(worst, doubt('dynamic-script'));
    }
    if (!SCRIPT_VARIABLES.has(name)) continue;
    worst = stricter(worst, guardScript(value, knowledge === STATIC, command, name, pass));
  }
  if (command.words.length > 0) worst = stricter(worst, guardWords(command, names, pass, false));
  if (pass.rules.reads.active || pass.rules.writes.active) {
    const whole = { ...command, assignments };
    worst = stricter(worst, guardFiles(whole, program, pass.rules, pass.moved, pass.text));
  }
  worst = stricter(worst, guardProtected(command, pass));
  pass.trace?.(command, worst);
  return worst;
}

/** The known part of the command's words may name a protected file. */
function guardProtected(command: SimpleCommand, pass: Pass): Finding | undefined {
  const { namesProtected } = pass.rules;
  if (namesProtected === undefined) return undefined;
  // A program without a slash is looked up in PATH, so it may share its name with a folder here.
  const found = command.words.some(
    (word, at) =>
      knowledgeOf(command, at) === STATIC &&
      (at > 0 || word.includes('/')) &&
      partsOf(word).some(namesProtected),
  );
  return found || overwritesProtected(command, pass) ? doubt('protected-path') : undefined;
}

/** Whether it is a git command that may overwrite protected files. */
function overwritesProtected({ words }: SimpleCommand, { rules, moved }: Pass): boolean {
  const { surroundsProtected: surrounds } = rules;
  if (surrounds === undefined || plainName(programNames(words[0] ?? '')) !== 'git') return false;
  return gitOverwrites(words, surrounds, moved !== false);
}

function guardRedirect(redirect: Redirect, pass: Pass): Finding | undefined {
  const { rules, patterns, moved } = pass;
  rules.work.spend(1);
  const files = redirect.mode === 'write' ? rules.writes : rules.reads;
  const { target } = redirect;
  if (isNetwork(target)) return patterns ? doubt('redirect') : undefined;
  if (isFreeTarget(target)) return undefined;
  if (redirect.knowledge === STATIC && files.isProtected(target)) return PROTECTED;
  if (!files.active) return undefined;
  if (redirect.knowledge !== STATIC) return doubt('redirect');
  const finding = files.check(target);
  if (finding !== undefined) return finding;
  return moved !== false && !/^[/~]/.test(target) ? doubt('redirect') : undefined;
}

/** `names` are the names of its program. */
function guardWords(
  command: SimpleCommand,
  names: readonly string[],
  pass: Pass,
  supposing: boolean,
): Finding | undefined {
  const { rules, patterns } = pass;
  rules.work.spend(command.words.length);
  const first = command.words[0] ?? '';
  if (patterns && knowledgeOf(command, 0) !== STATIC) return doubt('dynamic-command');
  let worst: Finding | undefined;
  if (patterns) {
    const { words, knowledge } = command;
    const may = knowledge !== undefined || mayMatchGuarded(rules, names, words, rules.work);
    if (may && knowsProgram(rules, names)) {
      worst = guardShape(shapeOf(words, knowledge, names, writtenAssignments(command)), rules);
      if (worst?.outcome === 'denied') return worst;
    }
    if (!isAscii(first)) worst = stricter(worst, doubt('non-ascii-command'));
  }
  const program = plainName(names);
  const facts = programOf(program);
  const unwrapped = facts?.wraps === undefined ? undefined : unwrap(command, program);
  // `env -C folder sh -c …` runs in another folder.
  const inside = pass.moved || unwrapped?.transparent !== false ? pass : { ...pass, moved: true };
  for (const inner of unwrapped?.inners ?? []) {
    worst = stricter(worst, guardInner(inner, command, program, inside));
  }
  const mayRun = facts?.wraps === undefined && !takesWordsAsText(program);
  if (patterns && !supposing && mayRun && command.words.length > 1) {
    worst = stricter(worst, guardUnknown(command, pass));
  }
  if (patterns && facts?.evaluates !== undefined) {
    const code = evaluatorCode(command, program);
    const fills = code === 'dynamic-word' && pass.tainted !== 'arrays';
    const known = fills || (!pass.tainted && command.knowledge === undefined);
    if (code === 'dynamic-script' || (code !== undefined && !known)) {
      worst = stricter(worst, doubt(code));
    }
  }
  // Splitting a variable may produce the action that runs a command.
  const acts = facts?.wraps?.form === 'actions';
  if (patterns && acts && command.knowledge?.some((known) => known > PATTERN) === true) {
    worst = stricter(worst, doubt('dynamic-word'));
  }
  return worst;
}

function guardShape(shape: Shape, rules: GuardRules): Finding | undefined {
  const found = guardedBy(rules, (index) => matchGuarded(index, shape, rules.work));
  if (found !== undefined) return found;
  const might = mightMatchGuarded(rules.deny, shape) ?? mightMatchGuarded(rules.ask, shape);
  return might === undefined ? undefined : doubt('dynamic-word', might);
}

function guardInner(
  inner: Inner,
  command: SimpleCommand,
  program: string,
  pass: Pass,
): Finding | undefined {
  if (pass.depth + command.via.length >= MAX_NESTING) return doubt('limit');
  switch (inner.type) {
    case 'command':
      return guard(inner.command, pass);
    case 'script':
      return guardScript(inner.text, inner.static, command, program, pass);
    case 'stdin': {
      const { input } = command;
      if (typeof input !== 'object') {
        // A file of commands is read by its name; a pipe has none.
        const piped = input === 'pipe' && (pass.rules.reads.active || pass.rules.writes.active);
        return piped || pass.patterns ? doubt('stdin-script') : undefined;
      }
      return guardScript(input.text, input.static, command, program, pass);
    }
    case 'source': {
      if (!pass.patterns) return undefined;
      const code = sourceCode(command, inner.at);
      if (code !== undefined) return doubt(code);
      // `. file` and `sh file` run the same file that calling it would run.
      return guard(innerCommand(command, inner.at, command.words.length, program), pass);
    }
  }
}

function guardScript(
  text: string,
  isStatic: boolean,
  command: SimpleCommand,
  program: string,
  pass: Pass,
): Finding | undefined {
  const depth = pass.depth + 1;
  const shell = shellOfScript(program, pass.shell);
  const outer = { span: command.span, via: [...command.via, program], depth, shell };
  pass.rules.work.spend(text.length);
  const found = guardPart(parseCommandLine(text, outer), { ...pass, depth, shell });
  // A script with unknown parts is checked as far as possible; this can only add denials.
  if (isStatic) return found;
  return pass.patterns ? stricter(doubt('dynamic-script'), found) : found;
}

/** Whether the arguments of an unknown program would be denied if they were a command. */
function guardUnknown(command: SimpleCommand, pass: Pass): Finding | undefined {
  const { rules } = pass;
  let starts = 0;
  for (let at = 1; at < command.words.length; at += 1) {
    const word = command.words[at] ?? '';
    if (/\s/.test(word)) {
      const inText = scanText(word, rules);
      if (inText !== undefined) return doubt('possible-wrapper', inText.rule);
    }
    if (word.startsWith('-')) continue;
    const names = programNames(word);
    if (!knowsProgram(rules, names) && !names.some(isWrapper)) continue;
    starts += 1;
    if (starts > MAX_STARTS) return doubt('possible-wrapper');
    // All later words are tried as starting points here, so nested checks need not repeat it.
    const suffix = innerCommand(command, at, command.words.length, word);
    const found = guardWords(suffix, names, pass, true);
    // A word that names a shell is no reason to ask; running unknown text is.
    if (found !== undefined && found.code !== 'stdin-script') {
      return doubt('possible-wrapper', found.rule);
    }
  }
  return undefined;
}
