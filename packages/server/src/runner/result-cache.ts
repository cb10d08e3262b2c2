import type { ToolResult } from '@hitl/protocol';
import { canonicalJson, formatTime, type CallState } from '@hitl/protocol/fold';
import { LRUCache } from 'lru-cache';
import { handlesIn } from '../vault/redact.ts';
import type { SessionKey } from '../store/store.ts';
import { cachingProblem } from '../agents/caching-problem.ts';
import { toolDigest } from '../agents/tool-digest.ts';
import type { Tool } from '../agents/tool.ts';

/** How long a result is kept where its tool does not say it, in seconds. */
const DEFAULT_TTL = 300;
const MAX_ENTRIES = 1000;
/** In UTF-16 units of JSON, of all results together. */
const MAX_SIZE = 16 * 1024 * 1024;

/** A call that may have been answered before, or may be again. */
export interface CachedCall {
  readonly key: SessionKey;
  readonly userId: string | null;
  readonly tool: Tool;
  readonly call: CallState;
}

/** What cacheable tools said to a user, in this process. */
export interface ResultCache {
  /** The result for this call, marked `cached`; `undefined` where the tool has to run. `at`: now, in milliseconds since the epoch. */
  find(cached: CachedCall, at: number): Promise<ToolResult | undefined>;
  /** Keeps a result, where it may be kept. */
  keep(cached: CachedCall, result: ToolResult): Promise<void>;
}

/**
 * Keeps the successful results of cacheable tools per tenant, user, tool with its version, and exact
 * arguments. Nothing of a run without a user, of a call that holds a secret, or of one that a person
 * answered questions for. `clock`: milliseconds of a clock that is never set; default, the process's.
 */
export function createResultCache(clock: () => number = () => performance.now()): ResultCache {
  const results = new LRUCache<string, Pick<ToolResult, 'content' | 'output'>>({
    max: MAX_ENTRIES,
    maxSize: MAX_SIZE,
    sizeCalculation: (kept, place) => JSON.stringify(kept).length + place.length,
    ttlResolution: 0,
    perf: { now: clock },
  });

  return {
    async find(cached, at) {
      const place = await placeOf(cached);
      const kept = place === undefined ? undefined : results.get(place);
      if (kept === undefined) return undefined;
      const { call } = cached;
      const now = formatTime(at);
      return {
        tool_call_id: call.tool_call_id,
        tool_name: call.tool_name,
        input_args: { ...call.args },
        content: kept.content,
        output: structuredClone(kept.output),
        error: null,
        is_success: true,
        start_time: now,
        end_time: now,
        duration: 0,
        cached: true,
      };
    },
    async keep(cached, { content, output, is_success: succeeded }) {
      if (!succeeded || handlesIn([content, output]).length > 0) return;
      const place = await placeOf(cached);
      if (place === undefined) return;
      const { cacheTtl: ttl = DEFAULT_TTL } = cached.tool;
      results.set(place, { content, output }, { ttl: ttl * 1000 });
    },
  };
}

/** Key of the call's result; `undefined` where none may be kept. */
async function placeOf({ key, userId, tool, call }: CachedCall): Promise<string | undefined> {
  if (
    tool.cacheable !== true ||
    cachingProblem(tool, 'cacheTtl') !== undefined ||
    userId === null
  ) {
    return undefined;
  }
  if (call.answers.length > 0 || handlesIn(call.args).length > 0) return undefined;
  return canonicalJson([key.tenantId, userId, await toolDigest(tool), call.args]);
}
