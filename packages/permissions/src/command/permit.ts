import type { ReasonCode } from '../decision.ts';
import type { Rule } from '../rule.ts';
import { isAscii } from '../unicode.ts';
import type { Work } from '../work.ts';
import { candidatesFor, type CommandIndex, type Candidate } from './rules.ts';
import {
  innerCommand,
  knowledgeOf,
  STATIC,
  UNSAFE,
  VARIABLE,
  type CommandLine,
  type Redirect,
  type SimpleCommand,
  type Span,
} from './line.ts';
import { heldWords } from './held-words.ts';
import { evaluatorCode } from './evaluators.ts';
import { foreignAssignment, sameAssignments, setsForeignVariable, unmatchedCode } from './holds.ts';
import { MAX_NESTING, parseCommandLine } from './parse.ts';
import { changesFolder, isFreeTarget, isNetwork } from './folders.ts';
import { basename, shellOfScript, sourceCode, type Inner } from './inner.ts';
import { BASH } from '../programs/shells.ts';
import { unwrap } from './unwrap.ts';
import { programOf } from '../programs/index.ts';
import { isFreeVariable } from '../programs/variables.ts';

/** The result of the allow rules: which rule covers the command, or what prevents it. */
export interface Permit {
  readonly allowed: boolean;
  readonly code: ReasonCode;
  /** The rule that covers it, or that matched but was not sufficient. */
  readonly rule: Rule | undefined;
  readonly span: Span;
}

/** The context in which a command is checked against allow rules. */
export interface PermitRules {
  readonly allow: CommandIndex;
  readonly work: Work;
  /** The file tool's rule that allows a file to be written. */
  writes(path: string): Rule | undefined;
}

/** Called with each command and redirection that was checked, for an explanation. */
export type PermitTrace = (subject: SimpleCommand | Redirect, permit: Permit) => void;

/** Checks a command line against allow rules: each part of it has to be covered, as it is written. */
export function permitLine(line: CommandLine, rules: PermitRules, trace?: PermitTrace): Permit {
  return permitPart(line, startPass(rules, trace, line.shell));
}

function startPass(rules: PermitRules, trace: PermitTrace | undefined, shell: string): Pass {
  return { rules, trace, shell, moved: false, alone: true, depth: 0 };
}

function permitPart(line: CommandLine, outer: Pass): Permit {
  const { trace } = outer;
  const whole: Span = [0, line.text.length];
  if (line.problem !== undefined) return held(line.problem, undefined, whole);
  let first: Permit | undefined;
  let covered: Rule | undefined;
  for (const { code, span } of line.holds) first ??= held(code, undefined, span);
  if (first !== undefined && trace === undefined) return first;
  const moved = outer.moved || line.commands.some((command) => changesFolder(command));
  const alone = line.commands.length === 1;
  const pass = { ...outer, moved, alone };
  for (const command of line.commands) {
    const found = permit(command, pass);
    if (found.allowed) covered ??= found.rule;
    else {
      first ??= found;
      if (trace === undefined) return found;
    }
  }
  if (first !== undefined) return first;
  // Parts that run and write nothing, such as `< file`, are allowed beside others.
  if (covered === undefined) return held('no-rule', undefined, whole);
  return granted(covered, whole);
}

/** Checks an argument vector against allow rules. */
export function permitCommand(
  command: SimpleCommand,
  rules: PermitRules,
  trace?: PermitTrace,
): Permit {
  return permit(command, startPass(rules, trace, BASH));
}

/** The result for a command that no allow rule covers. */
export function held(code: ReasonCode, rule: Rule | undefined, span: Span): Permit {
  return { allowed: false, code, rule, span };
}

/** The result for a command that an allow rule covers, or that needs none. */
export function granted(rule: Rule | undefined, span: Span): Permit {
  return { allowed: true, code: 'rule.allow', rule, span };
}

/** Context of a line that is checked against the rules. */
interface Pass {
  readonly rules: PermitRules;
  /** Whether the current folder may have changed, so that relative redirections may lead elsewhere. */
  readonly moved: boolean;
  /** Whether the command is the only one in the line. */
  readonly alone: boolean;
  readonly depth: number;
  /** The shell that runs the line. */
  readonly shell: string;
  readonly trace: PermitTrace | undefined;
}

function permit(command: SimpleCommand, pass: Pass): Permit {
  const found = permitParts(command, pass);
  if (command.words.length > 0 || command.assignments.length > 0) pass.trace?.(command, found);
  return found;
}

function permitParts(command: SimpleCommand, pass: Pass): Permit {
  let first: Permit | undefined;
  let file: Rule | undefined;
  for (const redirect of command.redirects) {
    const found = permitRedirect(redirect, pass);
    pass.trace?.(redirect, found);
    if (!found.allowed) first ??= found;
    else file ??= found.rule;
  }
  if (first !== undefined && pass.trace === undefined) return first;
  const words = permitWords(command, pass);
  return first ?? (words.allowed && words.rule === undefined ? { ...words, rule: file } : words);
}

function permitRedirect({ target, knowledge, mode, span }: Redirect, pass: Pass): Permit {
  const refused = held('redirect', undefined, span);
  const free = granted(undefined, span);
  if (isNetwork(target)) return refused;
  if (mode === 'read') return knowledge === UNSAFE ? refused : free;
  if (knowledge !== STATIC) return refused;
  if (isFreeTarget(target)) return free;
  if (pass.moved && !/^[/~]/.test(target)) return refused;
  const rule = pass.rules.writes(target);
  return rule === undefined ? refused : granted(rule, span);
}

function permitWords(command: SimpleCommand, pass: Pass): Permit {
  const { words, span } = command;
  pass.rules.work.spend(words.length);
  const foreign = command.assignments.filter(
    ({ name, knowledge }) => !isFreeVariable(name) || knowledge > VARIABLE,
  );
  const assignments = foreign.map(({ name, value }) => `${name}=${value}`);
  const known = foreign.every(({ knowledge }) => knowledge === STATIC);
  if (words.length === 0) {
    return foreign.length > 0 ? held('env-prefix', undefined, span) : granted(undefined, span);
  }
  if (knowledgeOf(command, 0) !== STATIC) return held('dynamic-command', undefined, span);
  if (!isAscii(words[0] ?? '')) return held('non-ascii-command', undefined, span);
  let kept: Permit | undefined;
  for (const candidate of candidatesFor(pass.rules.allow, command, pass.rules.work)) {
    const { rule } = candidate;
    const code =
      known && sameAssignments(candidate, command, assignments)
        ? keepsBack(command, candidate, 0, pass)
        : 'env-prefix';
    if (code === undefined) return granted(rule, span);
    kept ??= held(code, rule, span);
  }
  const inner = foreign.length === 0 ? permitTransparent(command, pass) : undefined;
  if (inner?.allowed === true) return inner;
  if (kept !== undefined) return kept;
  if (inner !== undefined) return held(inner.code, inner.rule, span);
  const program = basename(words[0] ?? '');
  return held(unmatchedCode(command, program, foreign.length > 0), undefined, span);
}

/** A transparent wrapper is covered by a rule for the command that it wraps. */
function permitTransparent(command: SimpleCommand, pass: Pass): Permit | undefined {
  const [name = ''] = command.words;
  const wraps = programOf(name)?.wraps;
  // No other wrapper is transparent, and reading their words takes a third of a check.
  if (wraps?.transparent === undefined && wraps?.form !== 'shell') return undefined;
  const unwrapped = unwrap(command, name);
  if (unwrapped?.transparent !== true) return undefined;
  const [inner] = unwrapped.inners;
  return inner && permitInner(inner, command, pass);
}

function permitInner(inner: Inner, command: SimpleCommand, pass: Pass): Permit {
  const { span } = command;
  if (pass.depth + command.via.length >= MAX_NESTING) return held('limit', undefined, span);
  switch (inner.type) {
    case 'command':
      return foreignAssignment(command, inner.at)
        ? held('env-prefix', undefined, span)
        : permit(inner.command, pass);
    case 'script': {
      if (!inner.static) return held('dynamic-script', undefined, span);
      if (inner.text.trim() === '') return held('unparsable', undefined, span);
      const depth = pass.depth + 1;
      const outer = {
        span,
        via: [...command.via, command.words[0] ?? ''],
        depth,
        shell: shellOfScript(command.words[0] ?? '', pass.shell),
      };
      pass.rules.work.spend(inner.text.length);
      const line = parseCommandLine(inner.text, outer);
      const found = permitPart(line, { ...pass, depth, shell: line.shell });
      return { ...found, span };
    }
    case 'stdin':
      return held('stdin-script', undefined, span);
    case 'source':
      return held('dynamic-script', undefined, span);
  }
}

/**
 * What prevents a command from being allowed although a rule matches it. `offset`: the word where the matched
 * command begins, which is not 0 inside a wrapper.
 */
function keepsBack(
  command: SimpleCommand,
  candidate: Candidate,
  offset: number,
  pass: Pass,
  given?: SimpleCommand,
): ReasonCode | undefined {
  const dynamic = command.knowledge?.some((known) => known > VARIABLE);
  if (dynamic === true) return 'dynamic-word';
  const tail = (): SimpleCommand => ({
    ...innerCommand(command, offset, command.words.length, ''),
    via: command.via,
  });
  const from = given ?? (offset === 0 ? command : tail());
  const program = basename(from.words[0] ?? '');
  if (program === 'eval' || program === 'trap') return 'dynamic-script';
  const facts = programOf(program);
  if (facts?.shadows === true && !pass.alone) return 'shadowed-command';
  if (facts?.evaluates !== undefined) {
    const code = evaluatorCode(from, program);
    if (code !== undefined) return code;
    if (!pass.alone && setsForeignVariable(from, program, candidate)) return 'env-prefix';
  }
  const unwrapped = facts?.wraps === undefined ? undefined : unwrap(from, program);
  const total = command.words.length;
  const words = heldWords(from, program, unwrapped, candidate, offset, total, {
    moved: pass.moved,
    writes: (path) => mayWrite(path, pass),
  });
  if (words !== undefined) return words;
  for (const inner of unwrapped?.inners ?? []) {
    const code = innerCode(inner, from, candidate, command, offset, pass);
    if (code !== undefined) return code;
  }
  return undefined;
}

/** Whether the rules of the file tools allow a program to write the file that it is given. */
function mayWrite(path: string, pass: Pass): boolean {
  if (isNetwork(path) || (pass.moved && !/^[/~]/.test(path))) return false;
  return pass.rules.writes(path) !== undefined;
}

function innerCode(
  inner: Inner,
  from: SimpleCommand,
  candidate: Candidate,
  command: SimpleCommand,
  offset: number,
  pass: Pass,
): ReasonCode | undefined {
  switch (inner.type) {
    case 'command': {
      const at = offset + inner.at;
      if (candidate.spelled <= at) break;
      // They append words to the command, or put words in the place of others.
      const added = programOf(basename(from.words[0] ?? ''))?.wraps?.feeds === true;
      return keepsBack(command, candidate, at, pass, added ? inner.command : undefined);
    }
    case 'script':
      if (candidate.spelled >= offset + inner.to && inner.open !== true) return undefined;
      if (!inner.static) return 'dynamic-script';
      break;
    case 'stdin':
      return 'stdin-script';
    case 'source':
      return sourceCode(from, inner.at);
  }
  // A command that runs in a special way may run in another folder: `env -C folder`.
  const found = permitInner(inner, from, { ...pass, moved: true });
  return found.allowed ? undefined : 'opaque-wrapper';
}
