import type { Place, Subject } from '../resume/workload.ts';

/** What both sides say and do. */
export interface Script {
  messageOf(index: number): string;
  readonly command: string;
  readonly lastWord: string;
}

/** LangGraph: a model, a node that interrupts before the tool, and its own checkpoint savers. */
export function createLangGraph(place: Place, script: Script): Promise<Subject>;
