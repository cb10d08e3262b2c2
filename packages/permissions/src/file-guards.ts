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
import { pathSubject, wordAsPath, type PathSubject } from './path/subject.ts';
import type { Surroundings } from './surroundings.ts';
import { hasPatterns, isGuarded, type RulesOfKind, type ToolRules } from './tool-rules.ts';

/** The deny and ask rules that commands of this tool are checked against. */
export function guardRules(tool: RulesOfKind<'command'>, around: Surroundings): GuardRules {
  return {
    deny: tool.deny.index,
    ask: tool.ask.index,
    work: around.work,
    writes: minded(around.writeTool(), around, true),
    reads: minded(around.readTool(), around, false),
    ...protectedFiles(around),
  };
}

/** The allow rules that commands of this tool are checked against. */
export function permitRules(tool: RulesOfKind<'command'>, around: Surroundings): PermitRules {
  return {
    allow: tool.allow.index,
    work: around.work,
    writes(path) {
      const files = around.writeTool();
      // Files written by a program in its arguments; no other check compares them with these rules.
      if (guardsFile(path, around)) return undefined;
      const [whole] = files.allow.whole;
      const subject = readPath(path, around);
      if (subject.problem === 'limit') return undefined;
      // The source or target of a move may be a folder.
      if (takesProtected(subject, around.paths.protectedPaths)) return undefined;
      if (whole !== undefined || files.kind !== 'path') return whole;
      const found = permittedPath(files.allow.index, subject, around.paths, around.work);
      return typeof found === 'object' ? found : undefined;
    },
    guardsFile: (path) => guardsFile(path, around),
  };
}

function guardsFile(path: string, around: Surroundings): boolean {
  const guard = fileGuard(around.writeTool(), around, true);
  return guard.isProtected(path) || guard.check(path) !== undefined;
}

function protectedFiles(
  around: Surroundings,
): Pick<GuardRules, 'namesProtected' | 'surroundsProtected'> {
  const { paths, work } = around;
  const { protectedPaths: files } = paths;
  if (files === undefined) return {};
  return {
    namesProtected(word) {
      work.spend(1 + (word.length >> 2));
      return files.holds(`/${wordAsPath(word, paths).join('/')}`);
    },
    surroundsProtected: (path) => takesProtected(readPath(path, around), files),
  };
}

function readPath(path: string, { paths, work }: Surroundings): PathSubject {
  work.spend(1 + (path.length >> 2));
  return pathSubject(path, paths);
}

/** Used if there are no deny or ask rules for files and no protected files. */
const NO_FILES: FileGuard = {
  active: false,
  isProtected: () => false,
  check: () => undefined,
  reached: () => undefined,
};

function minded(files: ToolRules, around: Surroundings, asks: boolean): FileGuard {
  const idle = around.paths.protectedPaths === undefined && !isGuarded(files);
  return idle ? NO_FILES : fileGuard(files, around, asks);
}

/** A file opened by a shell is checked like a call of the file tool. Reading can only be denied. */
function fileGuard(files: ToolRules, around: Surroundings, asks: boolean): FileGuard {
  const { paths } = around;
  return {
    active: isGuarded(files),
    isProtected(path) {
      const subject = readPath(path, around);
      const own = paths.protectedPaths;
      return own !== undefined && (subject.problem === 'limit' || isProtected(subject, own));
    },
    check(path) {
      const whole = files.deny.whole[0];
      if (whole !== undefined) return denied(whole);
      const subject = readPath(path, around);
      const found = files.kind === 'path' ? guardPath(files, subject, around) : undefined;
      if (found?.outcome === 'denied') return found;
      const ask = files.ask.whole[0];
      if (asks && ask !== undefined) return asked(ask);
      if (!asks) return found?.code === 'rule.ask' ? undefined : found;
      const broken = files.deny.broken[0] ?? files.ask.broken[0];
      return found ?? (broken && doubt('invalid-rule', broken));
    },
    reached(word) {
      if (files.kind !== 'path') return undefined;
      const reach = reachOf(word, around);
      const may = (pattern: PathPattern): boolean => mayReach(pattern, reach, around.work);
      return files.deny.index.findAny(may) ?? (asks ? files.ask.index.findAny(may) : undefined);
    },
  };
}

function reachOf({ text, glob, below, moved }: FileWord, around: Surroundings): Reach {
  const beside = moved === 'anywhere' ? moved : 'beside';
  const adrift = moved !== false && !/^[/~]/.test(text) && beside;
  const paths =
    adrift !== false ? { ...around.paths, root: '/', realpath: undefined } : around.paths;
  around.work.spend(1 + (text.length >> 2));
  if (glob) {
    const found = globSteps(text, (one) => wordAsPath(one, paths), paths);
    return { paths: found ?? [[ANY_DEPTH]], below: found ? below : 'all', adrift };
  }
  const fold = foldName(true, paths);
  const subject = pathSubject(text, paths);
  // `~user` and `/proc/self/root` may be anything.
  if (subject.problem !== undefined) return { paths: [[ANY_DEPTH]], below: 'all', adrift };
  return { paths: subject.deny.map((view) => view.map(fold)), below, adrift };
}

/** Checks a path against the deny and ask rules for files. */
export function guardPath(
  tool: RulesOfKind<'path'>,
  subject: PathSubject,
  { paths, work }: Pick<Surroundings, 'paths' | 'work'>,
): Finding | undefined {
  const found = guardedBy(tool, ({ index }) => deniedPath(index, subject, paths, work));
  if (found !== undefined) return found;
  if (subject.problem === undefined) return undefined;
  // A path with too many segments is not resolved, so it may lead anywhere.
  if (subject.problem !== 'limit' && !hasPatterns(tool)) return undefined;
  return doubt(subject.problem);
}
