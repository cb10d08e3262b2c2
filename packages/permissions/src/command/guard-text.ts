import { asked, denied, stricter, type Finding, type GuardRules } from './finding.ts';
import { blankNormalised, lineStandsIn } from './guard-index.ts';
import { spend } from '../work.ts';
import { programNames, shapeOf } from './shape.ts';

/** How far behind a start text that cannot be taken apart is read. */
const SCAN_WINDOW = 64;

/** How much of a text that cannot be taken apart is read. */
const MAX_SCANNED = 1_048_576;

/** Where bash takes text for arithmetic or for a name, and runs the `$(…)` in an index of it. */
const EVALUATION =
  /\(\(|\$\[|\[\[|-v|@[A-Za-z]\}|\$\{(?:!|\w+(?:\[|:[^-=+?]))|\b(?:let|read|unset|declare|typeset|local|export|readonly|mapfile|readarray|getopts|wait)\b/;

/** Whether quoted text may be run after all: `x='a[$(cmd)]'; ((x))`. */
export function evaluatesText(text: string): boolean {
  return (text.includes('$(') || text.includes('`')) && EVALUATION.test(text);
}

/** Looks for denied words in text that cannot be taken apart: split at all that shells treat specially. */
export function scanText(whole: string, rules: GuardRules): Finding | undefined {
  // Of a text that is far too long its beginning is enough: it is asked about in any case.
  const text = whole.slice(0, MAX_SCANNED);
  const normalised = blankNormalised(text);
  for (const line of rules.deny.lines) if (lineStandsIn(line, normalised)) return denied(line.rule);
  let worst: Finding | undefined;
  for (const line of rules.ask.lines) if (lineStandsIn(line, normalised)) worst = asked(line.rule);
  spend(text.length >> 3);
  const words = text.split(/[\s;&|()<>{}`$'"\\]+/).filter((word) => word !== '');
  for (let at = 0; at < words.length; at += 1) {
    const names = programNames(words[at] ?? '');
    if (!names.some((name) => rules.deny.knows(name) || rules.ask.knows(name))) continue;
    spend(SCAN_WINDOW);
    const shape = shapeOf(words.slice(at, at + SCAN_WINDOW), undefined, names, []);
    const deny = rules.deny.match(shape);
    if (deny !== undefined) return denied(deny);
    const ask = rules.ask.match(shape);
    if (ask !== undefined) worst = stricter(worst, asked(ask));
  }
  return worst;
}
