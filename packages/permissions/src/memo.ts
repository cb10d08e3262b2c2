import type { Decision } from './decision.ts';
import type { ToolRules } from './tool-rules.ts';

/** Decisions about texts that were asked about lately. */
export interface Memo {
  /** Whether a text is one to remember: short, and decided by the rules alone. */
  takes(tool: ToolRules, text: string): boolean;
  /** What was decided since the rules last changed; `epoch` counts the changes. */
  recall(tool: ToolRules, text: string, epoch: number): Decision | undefined;
  keep(tool: ToolRules, text: string, decision: Decision): void;
}

/** Decisions kept for a tool; the oldest goes first. */
const MAX_DECISIONS = 512;

/** Longest text that is kept, so that hostile calls cannot fill the memory. */
const MAX_LENGTH = 512;

/**
 * Makes an empty memo. Where links are followed, what depends on a file is never kept: they may lead
 * elsewhere the next moment.
 */
export function createMemo(followsLinks: boolean): Memo {
  let decisions = new WeakMap<ToolRules, Map<string, Decision>>();
  let known = 0;
  return {
    takes(tool, text) {
      if (text.length > MAX_LENGTH) return false;
      if (!followsLinks) return true;
      return tool.kind === 'command' ? !/[<>]/.test(text) : tool.kind !== 'path';
    },
    recall(tool, text, epoch) {
      if (epoch !== known) {
        decisions = new WeakMap();
        known = epoch;
        return undefined;
      }
      return decisions.get(tool)?.get(text);
    },
    keep(tool, text, decision) {
      let kept = decisions.get(tool);
      if (kept === undefined) {
        kept = new Map();
        decisions.set(tool, kept);
      }
      if (kept.size >= MAX_DECISIONS) {
        const [oldest] = kept.keys();
        if (oldest !== undefined) kept.delete(oldest);
      }
      kept.set(text, decision);
    },
  };
}
