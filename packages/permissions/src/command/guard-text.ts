import { guardedBy, stricter, type Finding, type GuardRules } from './finding.ts';
import { matchGlob } from '../glob.ts';
import type { Entry } from '../rule-index.ts';
import {
  blankNormalised,
  guardLines,
  knowsProgram,
  matchGuarded,
  type CommandRule,
} from './rules.ts';
import { programNames, shapeOf } from './shape.ts';

/** How many words after each starting point are checked in text that cannot be parsed. */
const SCAN_WINDOW = 64;

/** How much of a text that cannot be parsed is checked. */
const MAX_SCANNED = 1_048_576;

/** Contexts in which bash evaluates text as arithmetic or as a name, and so runs a `$(…)` in an index. */
const EVALUATION =
  /\(\(|\$\[|\[\[|-v|@[A-Za-z]\}|\$\{(?:!|\w+(?:\[|:[^-=+?]))|\b(?:let|read|unset|declare|typeset|local|export|readonly|mapfile|readarray|getopts|wait)\b/;

/** Whether quoted text may still be executed: `x='a[$(cmd)]'; ((x))`. */
export function evaluatesText(text: string): boolean {
  return (text.includes('$(') || text.includes('`')) && EVALUATION.test(text);
}

/** Searches text that cannot be parsed for denied commands, splitting it at every shell metacharacter. */
export function scanText(whole: string, rules: GuardRules): Finding | undefined {
  // The beginning of a very long text is enough: such a text needs approval in any case.
  const text = whole.slice(0, MAX_SCANNED);
  let normalised: string | undefined;
  const standsIn = ({ pattern: { line } }: Entry<CommandRule>): boolean =>
    line !== undefined && matchGlob(line.text, (normalised ??= blankNormalised(text)), rules.work);
  let worst = guardedBy(rules, (index) => guardLines(index).find(standsIn)?.rule);
  if (worst?.outcome === 'denied') return worst;
  rules.work.spend(text.length >> 3);
  const words = text.split(/[\s;&|()<>{}`$'"\\]+/).filter((word) => word !== '');
  for (let at = 0; at < words.length; at += 1) {
    const names = programNames(words[at] ?? '');
    if (!knowsProgram(rules, names)) continue;
    rules.work.spend(SCAN_WINDOW);
    const shape = shapeOf(words.slice(at, at + SCAN_WINDOW), undefined, names, []);
    const found = guardedBy(rules, (index) => matchGuarded(index, shape, rules.work));
    if (found?.outcome === 'denied') return found;
    worst = stricter(worst, found);
  }
  return worst;
}
