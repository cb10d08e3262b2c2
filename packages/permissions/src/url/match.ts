import { matchGlob } from '../glob.ts';
import type { Rule } from '../rule.ts';
import type { Compile, RuleIndex } from '../rule-index.ts';
import type { Work } from '../work.ts';
import { compileUrl, type UrlPattern } from './pattern.ts';
import { climbsWhenDecoded, type UrlParts } from './subject.ts';

/** Rules for URLs are indexed by host; `*.` and a host covers its subdomains. */
export const compileUrlRule: Compile<UrlPattern> = (rule) => {
  const pattern = compileUrl(rule.pattern, rule.effect);
  return typeof pattern === 'string' ? pattern : [{ key: [pattern.host], pattern }];
};

/** A rule that covers a URL. In an allow rule, a star does not match text that leads out of its folder. */
export function matchUrl(
  index: RuleIndex<UrlPattern>,
  url: UrlParts,
  broad: boolean,
  work: Work,
): Rule | undefined {
  if (index.size === 0) return undefined;
  return index.find(hostKeys(url.host), ({ origin }) => {
    if (origin === undefined) return true;
    if (origin.scheme !== url.scheme || origin.port !== url.port) return false;
    if (!matchGlob(origin.path, url.path, work)) return false;
    return broad || origin.path.length === 1 || !climbsWhenDecoded(url.path);
  });
}

function hostKeys(host: string): string[] {
  const keys = [host];
  for (let dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1)) {
    keys.push(`*${host.slice(dot)}`);
  }
  return keys;
}
