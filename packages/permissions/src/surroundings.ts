import type { PathContext } from './path/subject.ts';
import type { ToolRules } from './tool-rules.ts';
import type { Work } from './work.ts';

/** What an evaluation needs besides the rules of the tool; created for one evaluation. */
export interface Surroundings {
  readonly work: Work;
  readonly paths: PathContext;
  /** The tools whose rules decide which files a shell may write and read. */
  readonly writeTool: () => ToolRules;
  readonly readTool: () => ToolRules;
}
