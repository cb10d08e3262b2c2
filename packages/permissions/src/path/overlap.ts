import { ANY_CHARACTER } from '../glob.ts';
import type { Work } from '../work.ts';
import { ANY_DEPTH, type PathPattern, type Step } from './pattern.ts';

/** What may be below a path: nothing, names without a leading dot, or anything; `kept`: under its old name. */
export type Below = 'nothing' | 'visible' | 'kept' | 'all';

/** Paths of which only a pattern may be known. */
export interface Reach {
  readonly paths: readonly (readonly Step[])[];
  /** What is meant besides the paths themselves. */
  readonly below: Below;
  /** Whether they begin in a folder that is not known: in `beside`, one that no rule is about. */
  readonly adrift: false | 'beside' | 'anywhere';
}

/** Whether a deny or ask rule for paths may be about one of the paths. */
export function mayReach({ steps, inside }: PathPattern, reach: Reach, work: Work): boolean {
  const { paths, below, adrift } = reach;
  if (adrift === 'anywhere') return true;
  const starts = adrift === 'beside' ? [...steps.keys()] : [0];
  return paths.some((path) =>
    search(starts, work, (rule, at, go) => {
      const step = steps[rule];
      const name = path[at];
      // Denying a folder also denies its contents.
      if (step === undefined) return true;
      if (name === undefined) {
        if (below === 'visible') return !steps.slice(rule).some(isHidden);
        // What is moved with its folder is still found by its name.
        return below === 'all' || (below === 'kept' && step !== ANY_DEPTH);
      }
      // A folder is not named like a kind of file, unless the rule says so: `*.d/**`.
      const isFile = !inside && !steps[rule + 1] && isExtension(step);
      if (isFile && typeof name !== 'string' && path[at + 1]) {
        if (name === ANY_DEPTH) go(rule, at + 1);
        return false;
      }
      if (step === ANY_DEPTH) {
        go(rule + 1, at);
        go(rule, at + 1);
      } else if (name === ANY_DEPTH) {
        go(rule, at + 1);
        // The `**` of a shell leaves out hidden folders.
        if (!isHidden(step)) go(rule + 1, at);
      } else if (namesOverlap(step, name, work)) {
        go(rule + 1, at + 1);
      }
      return false;
    }),
  );
}

/**
 * Looks at pairs of positions, each once, until `visit` returns `true`: from `[start, 0]` on, those that it
 * goes to. Without recursion, since a word may be as long as its command.
 */
function search(
  starts: readonly number[],
  work: Work,
  visit: (left: number, right: number, go: (left: number, right: number) => void) => boolean,
): boolean {
  const seen = new Set<number>();
  const open: [left: number, right: number][] = [];
  const go = (left: number, right: number): void => {
    const pair = left * 2 ** 26 + right;
    if (seen.has(pair)) return;
    seen.add(pair);
    open.push([left, right]);
  };
  for (const start of starts) go(start, 0);
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    work.spend(1);
    if (visit(...pair, go)) return true;
  }
  return false;
}

/** Whether it stands for a kind of file: `*.pem`, whose pieces are an empty text and `.pem`. */
const isExtension = (step: Step): boolean => /^,\.[^,]*$/.test(String(step));

function isHidden(step: Step): boolean {
  return typeof step !== 'symbol' && step[0]?.startsWith('.') === true;
}

/** Stands for any number of characters; like `ANY_CHARACTER`, it is never literal. */
const STAR = '\u0001';

/** Whether some name matches both. A wildcard at the beginning of `name` stands for no dot. */
function namesOverlap(
  step: Exclude<Step, typeof ANY_DEPTH>,
  name: Exclude<Step, typeof ANY_DEPTH>,
  work: Work,
): boolean {
  if (typeof step === 'string' && typeof name === 'string') return step === name;
  const left = typeof step === 'string' ? step : step.join(STAR);
  const right = typeof name === 'string' ? name : name.join(STAR);
  if (left.startsWith('.') && (right.startsWith(STAR) || right.startsWith(ANY_CHARACTER)))
    return false;
  return search([0], work, (at, to, go) => {
    const first = left[at];
    const second = right[to];
    if (first === STAR || second === STAR) {
      // A star stands for nothing, or for one more character of the other name.
      if (first !== undefined) go(at + 1, to);
      if (second !== undefined) go(at, to + 1);
      return false;
    }
    if (first === undefined || second === undefined) return first === second;
    if (first === second || first === ANY_CHARACTER || second === ANY_CHARACTER) {
      go(at + 1, to + 1);
    }
    return false;
  });
}
