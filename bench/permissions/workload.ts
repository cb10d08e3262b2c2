/** A workload for an engine. */
export type Question = 'plain' | 'path' | 'compound';

/** A rule: a tool, a literal prefix and an effect. */
export interface Prefix {
  readonly effect: 'allow' | 'deny';
  /** The prefix of covered texts. */
  readonly start: string;
}

/** Something to check: the pieces that all have to be allowed. */
export interface Check {
  readonly text: string;
  readonly pieces: readonly string[];
}

/** Rules and checks of one size; the same for every engine and run. */
export interface Workload {
  readonly prefixes: readonly Prefix[];
  readonly checks: readonly Check[];
}

const CHECKS = 2000;

/** Makes the rules and checks; every tenth rule denies, and a part of the checks hits nothing. */
export function workload(question: Question, size: number): Workload {
  const random = generator(size);
  const prefixes = Array.from({ length: size }, (_, at): Prefix => {
    const effect = at % 10 === 9 ? 'deny' : 'allow';
    const group = at % 97;
    const start =
      question === 'path' ? `packages/p${group}/src/area${at}/` : `tool${group} run task${at} `;
    return { effect, start };
  });
  const piece = (): string => {
    const at = Math.floor(random() * size * 1.4);
    const known = prefixes[at]?.start;
    const tail = Math.floor(random() * 1000);
    if (question === 'path') return `${known ?? `packages/none/src/area${at}/`}deep/file${tail}.ts`;
    return `${known ?? `tool0 run none${at} `}--option value${tail} src/file${tail}.ts`;
  };
  const checks = Array.from({ length: CHECKS }, (): Check => {
    if (question !== 'compound') {
      const text = piece();
      return { text, pieces: [text] };
    }
    const pieces = [piece(), piece(), piece()];
    const [first = '', second = '', third = ''] = pieces;
    // Quotes and operators, so that it has to be read as a shell would.
    return { text: `${first} && ${second} "a b" | ${third} 'c'`, pieces };
  });
  return { prefixes, checks };
}

/** The expected decision, by a plain loop over the prefixes. */
export function expected({ prefixes, checks }: Workload): string[] {
  const groups = new Map<string, Prefix[]>();
  const groupOf = (text: string): string => text.slice(0, 11);
  for (const prefix of prefixes) {
    const list = groups.get(groupOf(prefix.start)) ?? [];
    groups.set(groupOf(prefix.start), list);
    list.push(prefix);
  }
  const one = (text: string): string => {
    let found = 'ask';
    for (const { start, effect } of groups.get(groupOf(text)) ?? []) {
      if (!text.startsWith(start)) continue;
      if (effect === 'deny') return 'denied';
      found = 'allowed';
    }
    return found;
  };
  return checks.map(({ pieces }) => combine(pieces.map(one)));
}

/** One answer for all pieces of a check. */
export function combine(answers: readonly string[]): string {
  if (answers.includes('denied')) return 'denied';
  return answers.every((answer) => answer === 'allowed') ? 'allowed' : 'ask';
}

/** Numbers that look random and are the same each time. */
function generator(seed: number): () => number {
  let state = seed + 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
