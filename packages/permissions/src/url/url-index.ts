import { createAffixTable, type AffixTable } from '../affix-table.ts';
import { matchGlob, type Glob } from '../glob.ts';
import type { Rule, RuleEffect } from '../rule.ts';
import { compileUrl } from './pattern.ts';
import { climbsWhenDecoded, type UrlParts } from './subject.ts';

/** The rules of one effect for URLs. */
export interface UrlIndex {
  readonly size: number;
  /** Says why a rule cannot be used, in which case it is not taken in. */
  add(rule: Rule): string | undefined;
  remove(rule: Rule): void;
  /** A rule that covers a URL. */
  match(url: UrlParts): Rule | undefined;
}

interface Leaf {
  readonly rule: Rule;
  readonly path: Glob;
}

interface Host {
  readonly rules: Rule[];
  /** By scheme and port. */
  readonly origins: Map<string, AffixTable<Leaf>>;
}

/** Makes an empty index: hosts in a map, each with its rules for paths. */
export function createUrlIndex(): UrlIndex {
  const hosts = new Map<string, Host>();
  let size = 0;

  function matchHost(name: string, url: UrlParts): Rule | undefined {
    const host = hosts.get(name);
    if (host === undefined) return undefined;
    if (host.rules[0] !== undefined) return host.rules[0];
    const table = host.origins.get(`${url.scheme}${url.port}`);
    if (table === undefined) return undefined;
    const leaves: Leaf[] = [];
    table.candidates(url.path, leaves);
    return leaves.find(({ path, rule }) => matchesPath(path, url, rule.effect))?.rule;
  }

  return {
    get size() {
      return size;
    },
    add(rule) {
      const pattern = compileUrl(rule.pattern, rule.effect);
      if (typeof pattern === 'string') return pattern;
      let host = hosts.get(pattern.host);
      if (host === undefined) {
        host = { rules: [], origins: new Map() };
        hosts.set(pattern.host, host);
      }
      if (pattern.origin === undefined) host.rules.push(rule);
      else {
        const { scheme, port, path } = pattern.origin;
        const table = host.origins.get(`${scheme}${port}`) ?? createAffixTable<Leaf>();
        host.origins.set(`${scheme}${port}`, table);
        table.add(path, { rule, path });
      }
      size += 1;
      return undefined;
    },
    remove(rule) {
      const pattern = compileUrl(rule.pattern, rule.effect);
      if (typeof pattern === 'string') return;
      const host = hosts.get(pattern.host);
      if (host === undefined) return;
      if (pattern.origin === undefined) {
        const at = host.rules.findIndex(({ id }) => id === rule.id);
        if (at >= 0) host.rules.splice(at, 1);
      } else {
        const { scheme, port, path } = pattern.origin;
        const table = host.origins.get(`${scheme}${port}`);
        table?.remove(path, (leaf) => leaf.rule.id === rule.id);
        if (table?.size === 0) host.origins.delete(`${scheme}${port}`);
      }
      if (host.rules.length === 0 && host.origins.size === 0) hosts.delete(pattern.host);
      size -= 1;
    },
    match(url) {
      const exact = matchHost(url.host, url);
      if (exact !== undefined) return exact;
      for (let dot = url.host.indexOf('.'); dot >= 0; dot = url.host.indexOf('.', dot + 1)) {
        const found = matchHost(`*${url.host.slice(dot)}`, url);
        if (found !== undefined) return found;
      }
      return undefined;
    },
  };
}

function matchesPath(glob: Glob, url: UrlParts, effect: RuleEffect): boolean {
  if (!matchGlob(glob, url.path)) return false;
  return effect !== 'allow' || glob.length === 1 || !climbsWhenDecoded(url.path);
}
