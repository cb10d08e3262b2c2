import type { Tool } from './tool.ts';

/**
 * Why a tool cannot be `cacheable`, or have this `cacheTtl`; `undefined` if it can. `ttlName` is
 * the name of the lifetime option for the message.
 */
export function cachingProblem(
  tool: Pick<Tool, 'cacheable' | 'cacheTtl' | 'effects'>,
  ttlName: 'cacheTtl' | 'cache_ttl',
): string | undefined {
  const { cacheable, cacheTtl: ttl, effects = 'at_most_once' } = tool;
  if (cacheable === true && effects !== 'pure') {
    return `cacheable needs effects: pure, because a cached result skips the tool; its effects are ${effects}`;
  }
  if (ttl === undefined) return undefined;
  if (cacheable !== true) return `${ttlName} needs cacheable: true`;
  return Number.isFinite(ttl) && ttl > 0
    ? undefined
    : `${ttlName} must be a positive number of seconds`;
}
