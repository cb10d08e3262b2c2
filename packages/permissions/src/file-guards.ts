import {
  asked,
  denied,
  doubt,
  guardedBy,
  type FileGuard,
  type FileWord,
  type Finding,
  type GuardRules,
} from './command/finding.ts';
import type { PermitRules } from './command/permit.ts';
import { deniedPath, permittedPath } from './path/match.ts';
import { isProtected, takesProtected } from './path/protected.ts';
import { mayReach, type Reach } from './path/overlap.ts';
import { ANY_DEPTH, foldName, globSteps, type PathPattern } from './path/pattern.ts';
import { pathSubject, lexicalSegments, type PathSubject } from './path/subject.ts';
import type { EvaluationScope } from './evaluation-scope.ts';
import { hasPatterns, isGuarded, type RulesOfKind, type ToolRules } from './tool-rules.ts';

/** The deny and ask rules that commands of this tool are checked against. */
export function guardRules(tool: RulesOfKind<'command'>, scope: EvaluationScope): GuardRules {
  return {
    deny: tool.deny.index,
    ask: tool.ask.index,
    work: scope.work,
    writes: fileGuard(scope.writeTool(), scope, true),
    reads: fileGuard(scope.readTool(), scope, false),
    ...protectedFiles(scope),
  };
}

/** The allow rules that commands of this tool are checked against. */
export function permitRules(tool: RulesOfKind<'command'>, scope: EvaluationScope): PermitRules {
  return {
    allow: tool.allow.index,
    work: scope.work,
    writes(path) {
      const files = scope.writeTool();
      // Files written by a program in its arguments; no other check compares them with these rules.
      const guard = fileGuard(files, scope, true);
      if (guard.isProtected(path) || guard.check(path) !== undefined) return undefined;
      const [whole] = files.allow.whole;
      const subject = readPath(path, scope);
      if (subject.problem === 'limit') return undefined;
      // The source or target of a move may be a folder.
      if (takesProtected(subject, scope.paths.protectedPaths)) return undefined;
      if (whole !== undefined || files.kind !== 'path') return whole;
      const found = permittedPath(files.allow.index, subject, scope.paths, scope.work);
      return typeof found === 'object' ? found : undefined;
    },
  };
}

function protectedFiles(
  scope: EvaluationScope,
): Pick<GuardRules, 'namesProtected' | 'surroundsProtected'> {
  const { paths, work } = scope;
  const { protectedPaths: files } = paths;
  if (files === undefined) return {};
  return {
    namesProtected(word) {
      work.spend(1 + (word.length >> 2));
      return files.holds(`/${lexicalSegments(word, paths).join('/')}`);
    },
    surroundsProtected: (path) => takesProtected(readPath(path, scope), files),
  };
}

function readPath(path: string, { paths, work }: EvaluationScope): PathSubject {
  work.spend(1 + (path.length >> 2));
  return pathSubject(path, paths);
}

/** A file opened by a shell is checked like a call of the file tool. Reading can only be denied. */
function fileGuard(files: ToolRules, scope: EvaluationScope, asks: boolean): FileGuard {
  const { protectedPaths: own } = scope.paths;
  return {
    active: isGuarded(files),
    isProtected(path) {
      if (own === undefined) return false;
      const subject = readPath(path, scope);
      return subject.problem === 'limit' || isProtected(subject, own);
    },
    check(path) {
      const whole = files.deny.whole[0];
      if (whole !== undefined) return denied(whole);
      const subject = readPath(path, scope);
      const found = files.kind === 'path' ? guardPath(files, subject, scope) : undefined;
      if (found?.outcome === 'denied') return found;
      const ask = files.ask.whole[0];
      if (asks && ask !== undefined) return asked(ask);
      if (!asks) return found?.code === 'rule.ask' ? undefined : found;
      const broken = files.deny.broken[0] ?? files.ask.broken[0];
      return found ?? (broken && doubt('invalid-rule', broken));
    },
    reached(word) {
      const counted = !word.sure ? [] : asks ? [files.deny, files.ask] : [files.deny];
      const [found] = counted.flatMap(({ whole, broken }) => [...whole, ...broken]);
      if (found !== undefined || files.kind !== 'path') return found;
      const reach = reachOf(word, scope);
      const may = (pattern: PathPattern): boolean => mayReach(pattern, reach, scope.work);
      return (
        files.deny.index.findAny(may) ??
        (asks && word.sure ? files.ask.index.findAny(may) : undefined)
      );
    },
  };
}

function reachOf({ text, glob, below, moved }: FileWord, scope: EvaluationScope): Reach {
  const beside = moved === 'anywhere' ? moved : 'beside';
  const adrift = moved !== false && !/^[/~]/.test(text) && beside;
  const paths = adrift !== false ? { ...scope.paths, root: '/', realpath: undefined } : scope.paths;
  scope.work.spend(1 + (text.length >> 2));
  if (glob) {
    const found = globSteps(text, (one) => lexicalSegments(one, paths), paths);
    return { paths: found ?? [[ANY_DEPTH]], below: found ? below : 'all', adrift };
  }
  const fold = foldName(true, paths);
  const subject = pathSubject(text, paths);
  // `~user` and `/proc/self/root` may be anything.
  if (subject.problem !== undefined) return { paths: [[ANY_DEPTH]], below: 'all', adrift };
  const views = [...subject.deny];
  // The folder may also be the one that it was, where a link leads elsewhere.
  if (adrift !== false && scope.paths.realpath !== undefined) {
    views.push(...pathSubject(text.replace(/^(?:\.\.?\/+)+/, ''), scope.paths).deny);
  }
  return { paths: views.map((view) => view.map(fold)), below, adrift };
}

/** Checks a path against the deny and ask rules for files. */
export function guardPath(
  tool: RulesOfKind<'path'>,
  subject: PathSubject,
  { paths, work }: Pick<EvaluationScope, 'paths' | 'work'>,
): Finding | undefined {
  const found = guardedBy(tool, ({ index }) => deniedPath(index, subject, paths, work));
  if (found !== undefined) return found;
  if (subject.problem === undefined) return undefined;
  // A path with too many segments is not resolved, so it may lead anywhere.
  if (subject.problem !== 'limit' && !hasPatterns(tool)) return undefined;
  return doubt(subject.problem);
}
