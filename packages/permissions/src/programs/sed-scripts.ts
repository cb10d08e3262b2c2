/**
 * Whether a `sed` script may run a command (`e`), read or write a file (`r`, `R`, `w`, `W`), or do so by a flag
 * of `s`.
 * Anything that this parser does not know counts as dangerous.
 */
export function isDangerousSedScript(script: string): boolean {
  let at = 0;
  const skip = (pattern: RegExp): void => {
    pattern.lastIndex = at;
    at += pattern.exec(script)?.[0].length ?? 0;
  };
  while (at < script.length) {
    skip(/[\s;{}]*/y);
    if (at >= script.length) return false;
    if (script[at] === '#') {
      skip(/[^\n]*/y);
      continue;
    }
    const behindAddress = skipAddresses(script, at);
    if (behindAddress < 0) return true;
    at = behindAddress;
    skip(/[\s!]*/y);
    const command = script[at] ?? '';
    if (command === '' || command === '{' || command === '}') continue;
    at += 1;
    if (command === 's' || command === 'y') {
      const end = skipDelimited(script, at, 2);
      if (end < 0) return true;
      at = end;
      const flags = /[A-Za-z0-9]*/y;
      flags.lastIndex = at;
      const set = flags.exec(script)?.[0] ?? '';
      if (command === 's' ? /[^gpiImM0-9]/.test(set) : set !== '') return true;
      at += set.length;
    } else if ('aic'.includes(command)) {
      // Text up to the first line that does not end in a backslash.
      skip(/(?:[^\\\n]|\\[^])*/y);
    } else if (':btT'.includes(command)) {
      // A label ends at whitespace; the next command follows it.
      skip(/[ \t]*[\w.-]*[ \t]*/y);
      if (at < script.length && !/[;\n}]/.test(script[at] ?? '')) return true;
    } else if ('qQlL'.includes(command)) skip(/\s*\d*/y);
    else if (!'=dDgGhHnNpPxzF'.includes(command)) return true;
  }
  return false;
}

/** Skips an address: `1,$`, `/re/I`, `0~3`, `+2` …; -1 if a regular expression is not closed. */
function skipAddresses(script: string, from: number): number {
  let at = from;
  for (;;) {
    const plain = /[\d$~+,\s]*/y;
    plain.lastIndex = at;
    at += plain.exec(script)?.[0].length ?? 0;
    if (script[at] !== '/' && script[at] !== '\\') return at;
    at = skipDelimited(script, script[at] === '\\' ? at + 1 : at, 1);
    if (at < 0) return -1;
    while (script[at] === 'I' || script[at] === 'M') at += 1;
  }
}

/** Skips a delimiter and `count` parts that end in it; -1 if one is not closed. */
function skipDelimited(script: string, from: number, count: number): number {
  const delimiter = script[from];
  if (delimiter === undefined || delimiter === '\n' || delimiter === '\\') return -1;
  let left = count;
  const last = script.lastIndexOf(']');
  for (let at = from + 1; at < script.length; at += 1) {
    if (script[at] === '\\') at += 1;
    else if (script[at] === '[' && delimiter !== '[' && at < last) {
      // A delimiter inside a bracket expression is literal in some versions of sed and ends the part in
      // others.
      const close = endOfBrackets(script, at);
      if (close < 0 || script.slice(at, close).includes(delimiter)) return -1;
      at = close - 1;
    } else if (script[at] === delimiter) {
      left -= 1;
      if (left === 0) return at + 1;
    }
  }
  return -1;
}

/**
 * The end of a bracket expression; -1 if it is not closed. `[]…]` and `[^]…]` begin with a literal bracket, and
 * a class such as `[:alpha:]` has brackets of its own.
 */
function endOfBrackets(script: string, from: number): number {
  let at = from + 1;
  if (script[at] === '^') at += 1;
  if (script[at] === ']') at += 1;
  /** What begins no class in the rest of the script. */
  let literal = '';
  for (; at < script.length; at += 1) {
    if (script[at] === ']') return at + 1;
    const kind = script[at + 1] ?? '';
    if (script[at] !== '[' || !/[:.=]/.test(kind) || literal.includes(kind)) continue;
    const end = script.indexOf(`${kind}]`, at + 2);
    if (end < 0) literal += kind;
    else at = end + 1;
  }
  return -1;
}
