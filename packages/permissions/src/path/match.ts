import type { ReasonCode } from '../decision.ts';
import { matchGlob } from '../glob.ts';
import { firstRule, type Rule } from '../rule.ts';
import type { Compile, RuleIndex } from '../rule-index.ts';
import type { Work } from '../work.ts';
import {
  ANY_DEPTH,
  compilePath,
  foldName,
  leadingNames,
  type PathPattern,
  type Step,
} from './pattern.ts';
import {
  realSegments,
  sameSegments,
  type PathContext,
  type PathSubject,
  type Segments,
} from './subject.ts';

/** How many leading segments of a pattern form its key. */
const KEY_NAMES = 8;

/** Rules for paths are indexed by their leading literal folders. */
export function compilePathRule(context: PathContext): Compile<PathPattern> {
  return (rule) => {
    const patterns = compilePath(rule.pattern, rule.effect, context);
    if (typeof patterns === 'string') return patterns;
    const all =
      rule.effect === 'allow' ? patterns : patterns.flatMap((one) => withTarget(one, context));
    return all.map((pattern) => ({
      key: leadingNames(pattern.steps).slice(0, KEY_NAMES),
      pattern,
    }));
  };
}

/** A denied path, together with the resolved location of its literal prefix if links lead elsewhere. */
function withTarget(pattern: PathPattern, context: PathContext): PathPattern[] {
  const { literals } = pattern;
  if (context.realpath === undefined || literals.length === 0) return [pattern];
  // The path as written is always denied.
  const target = realSegments(literals, context.realpath);
  if (target === undefined || sameSegments(target, literals)) return [pattern];
  const start = target.map(foldName(true, context));
  return [pattern, { ...pattern, steps: [...start, ...pattern.steps.slice(literals.length)] }];
}

/**
 * A rule that covers a path. `broad` (deny and ask) rules also cover everything inside the folder that they
 * name, and ignore case where the file system may do so.
 */
export function matchPath(
  index: RuleIndex<PathPattern>,
  path: Segments,
  broad: boolean,
  context: PathContext,
  work: Work,
): Rule | undefined {
  if (index.size === 0) return undefined;
  const names = path.map(foldName(broad, context));
  work.spend(names.length);
  return index.findAlong(names, (pattern) => fits(pattern, names, broad, work));
}

/** Greedy over `**`: the first place where the segments between two of them match is as good as any. */
function fits(
  { steps, inside }: PathPattern,
  names: readonly string[],
  broad: boolean,
  work: Work,
): boolean {
  let at = 0;
  let from = 0;
  for (let deep = false; ; deep = true) {
    const next = steps.indexOf(ANY_DEPTH, from);
    const to = next < 0 ? steps.length : next;
    const size = to - from;
    const anchored = next < 0 && !broad && !inside;
    if (anchored && (deep ? names.length - size < at : names.length - size !== at)) return false;
    if (anchored) at = names.length - size;
    while (!fitAt(steps, from, to, names, at, work)) {
      at += 1;
      if (!deep || anchored || at + size > names.length) return false;
    }
    at += size;
    if (next < 0) return broad || !inside || at < names.length;
    from = next + 1;
  }
}

function fitAt(
  steps: readonly Step[],
  from: number,
  to: number,
  names: readonly string[],
  at: number,
  work: Work,
): boolean {
  work.spend(1);
  if (at + to - from > names.length) return false;
  for (let index = from; index < to; index += 1) {
    const step = steps[index];
    const name = names[at + index - from] ?? '';
    if (typeof step === 'string' ? step !== name : typeof step !== 'object') return false;
    if (typeof step === 'object' && !matchGlob(step, name, work)) return false;
  }
  return true;
}

/** A deny or ask rule that covers some file which the path may refer to. */
export function deniedPath(
  index: RuleIndex<PathPattern>,
  subject: PathSubject,
  context: PathContext,
  work: Work,
): Rule | undefined {
  return firstRule(subject.deny, (view) => matchPath(index, view, true, context, work));
}

/** An allow rule for each file which the path may refer to, or the reason why there is none. */
export function permittedPath(
  index: RuleIndex<PathPattern>,
  subject: PathSubject,
  context: PathContext,
  work: Work,
): Rule | ReasonCode {
  if (subject.problem !== undefined) return subject.problem;
  let first: Rule | undefined;
  for (const view of subject.allow) {
    const rule = matchPath(index, view, false, context, work);
    if (rule === undefined) return 'no-rule';
    first ??= rule;
  }
  return first ?? 'no-rule';
}
