import { matchGlob, type Glob } from '../glob.ts';
import type { Rule } from '../rule.ts';
import type { Compile, RuleIndex } from '../rule-index.ts';
import type { Work } from '../work.ts';
import { compileTextGlob } from './pattern.ts';

/** A text that has to be equal, or one with stars. */
export type TextPattern = Glob | undefined;

/** A pattern stands for itself, for what its escapes mean, and for what its stars match. */
export const compileText: Compile<TextPattern> = ({ pattern }) => {
  const glob = compileTextGlob(pattern);
  const [only = ''] = glob;
  const texts = [{ key: pattern, pattern: undefined }];
  if (glob.length > 1) return [...texts, { key: undefined, pattern: glob }];
  return only === pattern ? texts : [...texts, { key: only, pattern: undefined }];
};

/** A rule that covers a tool's own text. */
export function matchText(
  index: RuleIndex<TextPattern>,
  text: string,
  work: Work,
): Rule | undefined {
  return index.find([text], (glob) => glob === undefined || matchGlob(glob, text, work));
}
