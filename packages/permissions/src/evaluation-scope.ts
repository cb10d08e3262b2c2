import type { PathContext } from './path/subject.ts';
import type { ToolRules } from './tool-rules.ts';
import type { Work } from './work.ts';

/** Budget, paths and other tools of one evaluation, besides the rules of the tool. */
export interface EvaluationScope {
  readonly work: Work;
  readonly paths: PathContext;
  /** The tools whose rules decide which files a shell may write and read. */
  readonly writeTool: () => ToolRules;
  readonly readTool: () => ToolRules;
}
