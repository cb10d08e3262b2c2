import { createAffixTable, type AffixTable } from '../affix-table.ts';
import type { Glob } from '../glob.ts';
import { spend } from '../work.ts';

/** Where in a node a value hangs. */
export type Slot =
  /** The words end here. */
  | 'end'
  /** Any words may follow. */
  | 'rest'
  /** The last word goes on after a `:`, and any words may follow. */
  | 'family'
  /** The next word begins or ends like this glob; the value has to be matched in full. */
  | { readonly next: Glob };

/** One word further in every way that some pattern goes on. */
export interface WordNode<Value> {
  children: Map<string, WordNode<Value>> | undefined;
  ends: Value[] | undefined;
  rests: Value[] | undefined;
  families: Value[] | undefined;
  next: AffixTable<Value> | undefined;
}

/** Values under sequences of words. Looking one up costs its length, not the number of values. */
export interface WordTrie<Value> {
  readonly root: WordNode<Value>;
  add(words: readonly string[], slot: Slot, value: Value): void;
  /** Removes the first value for which `is` holds, and the nodes that nothing hangs on any more. */
  remove(words: readonly string[], slot: Slot, is: (value: Value) => boolean): void;
}

function createNode<Value>(): WordNode<Value> {
  return {
    children: undefined,
    ends: undefined,
    rests: undefined,
    families: undefined,
    next: undefined,
  };
}

/** The node behind `word`, if some pattern goes on with it. */
export function childOf<Value>(node: WordNode<Value>, word: string): WordNode<Value> | undefined {
  spend(1);
  return node.children?.get(word);
}

/** How many colons the last word of a family may have, so that few beginnings are looked up. */
export const MAX_FAMILY_COLONS = 16;

/** Calls `visit` with the values of families that `word` belongs to: `test` for `test:unit`. */
export function visitFamilies<Value>(
  node: WordNode<Value>,
  word: string,
  visit: (value: Value) => void,
): void {
  let colon = node.children === undefined ? -1 : word.indexOf(':');
  for (let count = 0; colon >= 0 && count <= MAX_FAMILY_COLONS; count += 1) {
    const families = childOf(node, word.slice(0, colon))?.families;
    if (families !== undefined) for (const value of families) visit(value);
    colon = word.indexOf(':', colon + 1);
  }
}

/** Makes an empty trie. */
export function createWordTrie<Value>(): WordTrie<Value> {
  const root = createNode<Value>();

  function drop(values: Value[] | undefined, is: (value: Value) => boolean): Value[] | undefined {
    const at = values?.findIndex(is) ?? -1;
    if (values !== undefined && at >= 0) values.splice(at, 1);
    return values?.length === 0 ? undefined : values;
  }

  return {
    root,
    add(words, slot, value) {
      let node = root;
      for (const word of words) {
        node.children ??= new Map();
        let child = node.children.get(word);
        if (child === undefined) {
          child = createNode();
          node.children.set(word, child);
        }
        node = child;
      }
      if (slot === 'end') {
        if (node.ends === undefined) node.ends = [value];
        else node.ends.push(value);
      } else if (slot === 'rest') {
        if (node.rests === undefined) node.rests = [value];
        else node.rests.push(value);
      } else if (slot === 'family') {
        if (node.families === undefined) node.families = [value];
        else node.families.push(value);
      } else {
        node.next ??= createAffixTable();
        node.next.add(slot.next, value);
      }
    },
    remove(words, slot, is) {
      const path: WordNode<Value>[] = [root];
      for (const word of words) {
        const child = path.at(-1)?.children?.get(word);
        if (child === undefined) return;
        path.push(child);
      }
      const node = path.at(-1) ?? root;
      if (slot === 'end') node.ends = drop(node.ends, is);
      else if (slot === 'rest') node.rests = drop(node.rests, is);
      else if (slot === 'family') node.families = drop(node.families, is);
      else {
        node.next?.remove(slot.next, is);
        if (node.next?.size === 0) node.next = undefined;
      }
      for (let depth = words.length; depth > 0; depth -= 1) {
        const child = path[depth];
        const parent = path[depth - 1];
        if (child === undefined || parent === undefined || !isEmpty(child)) return;
        parent.children?.delete(words[depth - 1] ?? '');
        if (parent.children?.size === 0) parent.children = undefined;
      }
    },
  };
}

function isEmpty<Value>(node: WordNode<Value>): boolean {
  return (
    node.children === undefined &&
    node.ends === undefined &&
    node.rests === undefined &&
    node.families === undefined &&
    node.next === undefined
  );
}
