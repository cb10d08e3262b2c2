import { createAffixTable, type AffixTable } from '../affix-table.ts';
import { matchGlob, type Glob } from '../glob.ts';
import type { Rule } from '../rule.ts';
import { spend } from '../work.ts';
import { ANY_DEPTH, compilePath, foldName, type PathPattern, type Step } from './pattern.ts';
import { segmentsOf, type PathContext, type Segments } from './subject.ts';

/** The rules of one effect for paths. */
export interface PathIndex {
  readonly size: number;
  /** Says why a rule cannot be used, in which case it is not taken in. */
  add(rule: Rule): string | undefined;
  remove(rule: Rule): void;
  /** A rule that covers a path. */
  match(path: Segments): Rule | undefined;
}

interface Node {
  children: Map<string, Node> | undefined;
  globs: Map<string, GlobChild> | undefined;
  globTable: AffixTable<GlobChild> | undefined;
  /** What follows a `**`, which may also stand for nothing. */
  deep: Node | undefined;
  /** Whether it stays reached whatever names come. */
  readonly stays: boolean;
  /** Rules that end here. */
  ends: Rule[] | undefined;
  /** Rules that want at least one more name. */
  insides: Rule[] | undefined;
  /** The round of matching that reached it last, so that no round looks at it twice. */
  seen: number;
}

interface GlobChild {
  readonly key: string;
  readonly glob: Glob;
  readonly node: Node;
}

/**
 * Makes an empty index: a trie of names. `broad` rules (deny and ask) cover what lies inside what
 * they name, and are compared with case set aside where the file system may do so.
 */
export function createPathIndex(broad: boolean, context: PathContext): PathIndex {
  const root = createNode(false);
  const fold = foldName(broad, context);
  /** What rules with links in them came to when they were added: by now they may lead elsewhere. */
  const placed = new Map<string, readonly PathPattern[]>();
  let size = 0;
  let round = 0;

  function patternsOf(rule: Rule): readonly PathPattern[] | string {
    const patterns = compilePath(rule.pattern, rule.effect, context);
    if (typeof patterns === 'string' || !broad) return patterns;
    return patterns.flatMap((pattern) => {
      const target = linkTarget(pattern.literals, context);
      if (target === undefined) return [pattern];
      const steps = [...target.map(fold), ...pattern.steps.slice(pattern.literals.length)];
      return [pattern, { ...pattern, steps }];
    });
  }

  function reach(node: Node, into: Node[]): void {
    for (let at: Node | undefined = node; at !== undefined; at = at.deep) {
      if (at.seen === round) return;
      at.seen = round;
      into.push(at);
    }
  }

  function step(node: Node, name: string, into: Node[]): void {
    spend(1);
    const child = node.children?.get(name);
    if (child !== undefined) reach(child, into);
    if (node.globTable !== undefined) {
      const globs: GlobChild[] = [];
      node.globTable.candidates(name, globs);
      for (const { glob, node: behind } of globs) if (matchGlob(glob, name)) reach(behind, into);
    }
    if (node.stays) reach(node, into);
  }

  return {
    get size() {
      return size;
    },
    add(rule) {
      const patterns = patternsOf(rule);
      if (typeof patterns === 'string') return patterns;
      if (broad && context.realpath !== undefined) placed.set(rule.id, patterns);
      for (const pattern of patterns) place(root, pattern, rule);
      size += 1;
      return undefined;
    },
    remove(rule) {
      const patterns = placed.get(rule.id) ?? compilePath(rule.pattern, rule.effect, context);
      if (typeof patterns === 'string') return;
      placed.delete(rule.id);
      for (const pattern of patterns) take(root, pattern, 0, rule.id);
      size -= 1;
    },
    match(path) {
      if (size === 0) return undefined;
      let nodes: Node[] = [];
      round += 1;
      reach(root, nodes);
      for (let at = 0; ; at += 1) {
        const ended = at === path.length;
        for (const node of nodes) {
          const rule =
            (broad || ended ? node.ends?.[0] : undefined) ??
            (ended ? undefined : node.insides?.[0]);
          if (rule !== undefined) return rule;
        }
        if (ended || nodes.length === 0) return undefined;
        const name = fold(path[at] ?? '');
        const next: Node[] = [];
        round += 1;
        for (const node of nodes) step(node, name, next);
        nodes = next;
      }
    },
  };
}

/** Where the literal beginning of a denied path really is, when links lead elsewhere. */
function linkTarget(literals: readonly string[], context: PathContext): string[] | undefined {
  if (context.realpath === undefined || literals.length === 0) return undefined;
  try {
    const path = `/${literals.join('/')}`;
    const target = context.realpath(path);
    return target === null || target === path ? undefined : segmentsOf(target);
  } catch {
    // The path as written is denied in any case.
    return undefined;
  }
}

function createNode(stays: boolean): Node {
  return {
    children: undefined,
    globs: undefined,
    globTable: undefined,
    deep: undefined,
    stays,
    ends: undefined,
    insides: undefined,
    seen: 0,
  };
}

function place(root: Node, pattern: PathPattern, rule: Rule): void {
  let node = root;
  for (const step of pattern.steps) node = grow(node, step);
  if (pattern.inside) {
    if (node.insides === undefined) node.insides = [rule];
    else node.insides.push(rule);
  } else if (node.ends === undefined) node.ends = [rule];
  else node.ends.push(rule);
}

function grow(node: Node, step: Step): Node {
  if (step === ANY_DEPTH) {
    node.deep ??= createNode(true);
    return node.deep;
  }
  if (typeof step === 'string') {
    node.children ??= new Map();
    const child = node.children.get(step) ?? createNode(false);
    node.children.set(step, child);
    return child;
  }
  const key = JSON.stringify(step);
  node.globs ??= new Map();
  const known = node.globs.get(key);
  if (known !== undefined) return known.node;
  const child = { key, glob: step, node: createNode(false) };
  node.globs.set(key, child);
  node.globTable ??= createAffixTable();
  node.globTable.add(step, child);
  return child.node;
}

/** Takes a rule away again, with the nodes that nothing hangs on any more. */
function take(node: Node, pattern: PathPattern, at: number, id: string): void {
  const step = pattern.steps[at];
  if (step === undefined) {
    if (pattern.inside) node.insides = without(node.insides, id);
    else node.ends = without(node.ends, id);
  } else if (step === ANY_DEPTH) {
    if (node.deep === undefined) return;
    take(node.deep, pattern, at + 1, id);
    if (isEmpty(node.deep)) node.deep = undefined;
  } else if (typeof step === 'string') {
    const child = node.children?.get(step);
    if (child === undefined) return;
    take(child, pattern, at + 1, id);
    if (isEmpty(child)) node.children?.delete(step);
    if (node.children?.size === 0) node.children = undefined;
  } else {
    const child = node.globs?.get(JSON.stringify(step));
    if (child === undefined) return;
    take(child.node, pattern, at + 1, id);
    if (!isEmpty(child.node)) return;
    node.globs?.delete(child.key);
    node.globTable?.remove(step, ({ key }) => key === child.key);
    if (node.globs?.size === 0) {
      node.globs = undefined;
      node.globTable = undefined;
    }
  }
}

function without(rules: Rule[] | undefined, id: string): Rule[] | undefined {
  const at = rules?.findIndex((rule) => rule.id === id) ?? -1;
  if (rules === undefined || at < 0) return rules;
  rules.splice(at, 1);
  return rules.length === 0 ? undefined : rules;
}

function isEmpty(node: Node): boolean {
  return (
    node.children === undefined &&
    node.globs === undefined &&
    node.deep === undefined &&
    node.ends === undefined &&
    node.insides === undefined
  );
}
