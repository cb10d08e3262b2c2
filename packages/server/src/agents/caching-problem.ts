import type { Tool } from './tool.ts';

/** Why a tool cannot be `cacheable`, or have this `cache_ttl`; `undefined` where it can. */
export function cachingProblem(
  tool: Pick<Tool, 'cacheable' | 'cacheTtl' | 'effects'>,
): string | undefined {
  const { cacheable, cacheTtl: ttl, effects = 'at_most_once' } = tool;
  if (cacheable === true && effects !== 'pure') {
    return `cacheable needs effects: pure, as a result from the cache leaves the tool out; its effects are ${effects}`;
  }
  if (ttl === undefined) return undefined;
  if (cacheable !== true) return 'cache_ttl needs cacheable: true';
  return Number.isFinite(ttl) && ttl > 0
    ? undefined
    : 'cache_ttl must be a positive number of seconds';
}
