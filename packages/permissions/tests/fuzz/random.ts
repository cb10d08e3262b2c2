/** A source of choices that a seed fixes. */
export interface Random {
  /** A whole number from 0 up to, not including, `below`. */
  int(below: number): number;
  /** `true` with the given probability. */
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
}

/** Choices from a seed (mulberry32). The same seed gives the same choices on every machine. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const random: Random = {
    int: (below) => Math.floor(next() * below),
    chance: (probability) => next() < probability,
    pick(from) {
      const picked = from[random.int(from.length)];
      if (picked === undefined) throw new RangeError('Nothing to pick from');
      return picked;
    },
  };
  return random;
}
