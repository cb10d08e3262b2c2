import type { Rule } from './rule.ts';

/** Rules in the order in which they die. */
export interface ExpiryHeap {
  push(rule: Rule): void;
  /** The rule that comes first, or `undefined`. */
  peek(): Rule | undefined;
  pop(): Rule | undefined;
  readonly size: number;
}

/** A binary heap by `expires`: the earliest first, or the latest first. */
export function createExpiryHeap(first: 'earliest' | 'latest'): ExpiryHeap {
  const rules: Rule[] = [];
  const sign = first === 'earliest' ? 1 : -1;
  const before = (left: number, right: number): boolean =>
    sign * ((rules[left]?.expires ?? 0) - (rules[right]?.expires ?? 0)) < 0;

  function swap(left: number, right: number): void {
    const kept = rules[left];
    const other = rules[right];
    if (kept === undefined || other === undefined) return;
    rules[left] = other;
    rules[right] = kept;
  }

  return {
    push(rule) {
      let at = rules.push(rule) - 1;
      while (at > 0) {
        const parent = (at - 1) >> 1;
        if (!before(at, parent)) break;
        swap(at, parent);
        at = parent;
      }
    },
    peek: () => rules[0],
    pop() {
      const top = rules[0];
      const last = rules.pop();
      if (last === undefined || rules.length === 0) return top;
      rules[0] = last;
      for (let at = 0; ;) {
        const left = 2 * at + 1;
        const child = left + 1 < rules.length && before(left + 1, left) ? left + 1 : left;
        if (child >= rules.length || !before(child, at)) break;
        swap(at, child);
        at = child;
      }
      return top;
    },
    get size() {
      return rules.length;
    },
  };
}
