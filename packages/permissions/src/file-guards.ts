import { asked, denied, type FileGuard, type Finding, type GuardRules } from './command/finding.ts';
import type { PermitRules } from './command/permit.ts';
import { deniedPath, permittedPath } from './path/match.ts';
import { isProtected, takesProtected } from './path/protected.ts';
import { pathAsText, pathSubject, type PathSubject } from './path/subject.ts';
import type { Surroundings } from './surroundings.ts';
import { hasPatterns, isGuarded, type RulesOfKind, type ToolRules } from './tool-rules.ts';

/** The deny and ask rules that a command of this tool is held against. */
export function guardRules(tool: RulesOfKind<'command'>, around: Surroundings): GuardRules {
  return {
    deny: tool.deny.index,
    ask: tool.ask.index,
    work: around.work,
    writes: fileGuard(around.writeTool(), around, true),
    reads: fileGuard(around.readTool(), around, false),
    namesProtected: protectedNames(around),
    surroundsProtected: protectedFolders(around),
  };
}

/** The allow rules that a command of this tool is held against. */
export function permitRules(tool: RulesOfKind<'command'>, around: Surroundings): PermitRules {
  return {
    allow: tool.allow.index,
    work: around.work,
    writes(path) {
      const files = around.writeTool();
      // The words of a program that writes them are files that nothing else holds against these.
      const guard = fileGuard(files, around, true);
      if (guard.isProtected(path) || guard.check(path) !== undefined) return undefined;
      const [whole] = files.allow.whole;
      const subject = readPath(path, around);
      if (subject.problem === 'limit') return undefined;
      // What is moved, or moved to, may be a folder.
      if (takesProtected(subject, around.paths.protectedPaths)) return undefined;
      if (whole !== undefined || files.kind !== 'path') return whole;
      const found = permittedPath(files.allow.index, subject, around.paths, around.work);
      return typeof found === 'object' ? found : undefined;
    },
  };
}

function protectedNames({ paths, work }: Surroundings): GuardRules['namesProtected'] {
  const { protectedPaths: files } = paths;
  if (files === undefined) return undefined;
  return (word) => {
    work.spend(1 + (word.length >> 2));
    return files.holds(pathAsText(word, paths));
  };
}

function protectedFolders(around: Surroundings): GuardRules['surroundsProtected'] {
  const { protectedPaths: files } = around.paths;
  if (files === undefined) return undefined;
  return (path) => takesProtected(readPath(path, around), files);
}

function readPath(path: string, { paths, work }: Surroundings): PathSubject {
  work.spend(1 + (path.length >> 2));
  return pathSubject(path, paths);
}

/** What a shell opens is checked like a call of the tool for files. Reading is only ever denied. */
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
      return found ?? (broken && { outcome: 'ask', code: 'invalid-rule', rule: broken });
    },
  };
}

/** What the deny and ask rules for files say about a path. */
export function guardPath(
  tool: RulesOfKind<'path'>,
  subject: PathSubject,
  { paths, work }: Pick<Surroundings, 'paths' | 'work'>,
): Finding | undefined {
  const deny = deniedPath(tool.deny.index, subject, paths, work);
  if (deny !== undefined) return denied(deny);
  const ask = deniedPath(tool.ask.index, subject, paths, work);
  if (ask !== undefined) return asked(ask);
  if (subject.problem === undefined) return undefined;
  // A path of too many names is not followed, so that it may lead anywhere.
  if (subject.problem !== 'limit' && !hasPatterns(tool)) return undefined;
  return { outcome: 'ask', code: subject.problem, rule: undefined };
}
