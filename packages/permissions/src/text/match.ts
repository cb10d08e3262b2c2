import { matchGlob, type Glob } from '../glob.ts';
import type { Rule } from '../rule.ts';
import type { Compile, RuleIndex } from '../rule-index.ts';
import type { Work } from '../work.ts';
import { compileTextGlob } from './pattern.ts';

/** A literal text, or one with stars. */
export type TextPattern = Glob | undefined;

/** A pattern matches its own text, its unescaped text, and whatever its stars match. */
export const compileText: Compile<TextPattern> = ({ pattern }) => {
  const glob = compileTextGlob(pattern);
  const [only = ''] = glob;
  const texts = [{ key: [pattern], pattern: undefined }];
  if (glob.length > 1) return [...texts, { key: [], pattern: glob }];
  return only === pattern ? texts : [...texts, { key: [only], pattern: undefined }];
};

/** A rule that covers the text of a tool. */
export function matchText(
  index: RuleIndex<TextPattern>,
  text: string,
  work: Work,
): Rule | undefined {
  return index.find([text], (glob) => glob === undefined || matchGlob(glob, text, work));
}
