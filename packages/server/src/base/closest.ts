/** The number of characters to insert, delete, change or swap to turn one word into the other. */
function distance(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const same = from[i - 1] === to[j - 1];
      let cost = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      if (i > 1 && j > 1 && swapped) cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      next.push(cost);
    }
    before = row;
    row = next;
  }
  return row[to.length] ?? 0;
}

/** The candidate that was probably meant: at most a third of its characters differ. */
export function closest(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const cost = distance(word.toLowerCase(), candidate.toLowerCase());
    if (cost < bestDistance && cost <= Math.max(1, Math.floor(candidate.length / 3))) {
      best = candidate;
      bestDistance = cost;
    }
  }
  return best;
}

/** A name without case and separators: `agent_id`, `agentId` and `Agent-ID` are equal. */
export function plainName(name: string): string {
  return name.replaceAll(/[_-]/g, '').toLowerCase();
}

/** ` Did you mean "x"?` if a candidate is similar, else an empty string. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const candidate = closest(word, candidates);
  return candidate === undefined ? '' : ` Did you mean "${candidate}"?`;
}
