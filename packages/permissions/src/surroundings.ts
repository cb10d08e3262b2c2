import type { PathContext } from './path/subject.ts';
import type { ToolRules } from './tool-rules.ts';
import type { Work } from './work.ts';

/** What a call is evaluated with besides the rules of its tool; made for one evaluation. */
export interface Surroundings {
  readonly work: Work;
  readonly paths: PathContext;
  /** The tools whose rules say what a shell may write and read. */
  readonly writeTool: () => ToolRules;
  readonly readTool: () => ToolRules;
}
