import type { ToolResult } from '@hitl/protocol';
import { canonicalJson, formatTime, type CallState } from '@hitl/protocol/fold';
import { LRUCache } from 'lru-cache';
import { handlesIn } from '../vault/redact.ts';
import { instantResult } from '../machine/tool-results.ts';
import type { SessionKey } from '../store/store.ts';
import { cachingProblem } from '../agents/caching-problem.ts';
import { toolDigest } from '../agents/tool-digest.ts';
import type { Tool } from '../agents/tool.ts';

/** Default lifetime of a result, in seconds. */
const DEFAULT_TTL = 300;
const MAX_ENTRIES = 1000;
/** Maximum total size of all results, in UTF-16 units of JSON. */
const MAX_SIZE = 16 * 1024 * 1024;

/** A call that can be answered from the cache. */
export interface CachedCall {
  readonly key: SessionKey;
  readonly userId: string | null;
  readonly tool: Tool;
  readonly call: CallState;
}

/** Results of cacheable tools, per user, in this process. */
export interface ResultCache {
  /**
   * The cached result for this call, marked `cached`; `undefined`: the tool has to run. `at`: the
   * current time, in milliseconds since the epoch.
   */
  find(cached: CachedCall, at: number): Promise<ToolResult | undefined>;
  /** Caches a result, if that is allowed. */
  keep(cached: CachedCall, result: ToolResult): Promise<void>;
}

/**
 * Caches the successful results of cacheable tools by tenant, user, tool with its version, and
 * exact arguments. Never caches calls of a run without a user, calls that contain a secret, or
 * calls with answered questions. `clock`: a monotonic clock in milliseconds; default: the
 * process's.
 */
export function createResultCache(clock: () => number = () => performance.now()): ResultCache {
  // Made at its first use: most processes cache no results.
  let made: LRUCache<string, Pick<ToolResult, 'content' | 'output'>> | undefined;
  const results = () =>
    (made ??= new LRUCache({
      max: MAX_ENTRIES,
      maxSize: MAX_SIZE,
      sizeCalculation: (kept, cacheKey) => JSON.stringify(kept).length + cacheKey.length,
      ttlResolution: 0,
      perf: { now: clock },
    }));

  return {
    async find(cached, at) {
      const cacheKey = await keyOf(cached);
      const kept = cacheKey === undefined ? undefined : results().get(cacheKey);
      if (kept === undefined) return undefined;
      const { call } = cached;
      const result = instantResult(call, formatTime(at), call.args, kept.content);
      return { ...result, output: structuredClone(kept.output), cached: true };
    },
    async keep(cached, { content, output, is_success: succeeded }) {
      if (!succeeded || handlesIn([content, output]).length > 0) return;
      const cacheKey = await keyOf(cached);
      if (cacheKey === undefined) return;
      const { cacheTtl: ttl = DEFAULT_TTL } = cached.tool;
      results().set(cacheKey, { content, output }, { ttl: ttl * 1000 });
    },
  };
}

/** Cache key of the call's result; `undefined` if it may not be cached. */
async function keyOf({ key, userId, tool, call }: CachedCall): Promise<string | undefined> {
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
