/** JSON with sorted keys and no whitespace, so that equal values have equal text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .toSorted(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0))
      .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

/** Deepest nesting of arguments that is checked. */
export const MAX_JSON_DEPTH = 64;

/** The strings in a value, including keys; `undefined` if it is nested too deeply. */
export function stringsIn(value: unknown): string[] | undefined {
  const strings: string[] = [];
  return collect(value, strings, 0) ? strings : undefined;
}

function collect(value: unknown, into: string[], depth: number): boolean {
  if (depth > MAX_JSON_DEPTH) return false;
  if (typeof value === 'string') into.push(value);
  else if (Array.isArray(value)) return value.every((item) => collect(item, into, depth + 1));
  else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      into.push(name);
      if (!collect(member, into, depth + 1)) return false;
    }
  }
  return true;
}
