import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, sameJson } from './json.ts';

/** RFC 8785, appendix B: the bits of a double and its text. */
const NUMBERS: readonly (readonly [bits: string, text: string])[] = [
  ['0000000000000000', '0'],
  ['8000000000000000', '0'],
  ['0000000000000001', '5e-324'],
  ['8000000000000001', '-5e-324'],
  ['7fefffffffffffff', '1.7976931348623157e+308'],
  ['ffefffffffffffff', '-1.7976931348623157e+308'],
  ['4340000000000000', '9007199254740992'],
  ['c340000000000000', '-9007199254740992'],
  ['4430000000000000', '295147905179352830000'],
  ['44b52d02c7e14af5', '9.999999999999997e+22'],
  ['44b52d02c7e14af6', '1e+23'],
  ['44b52d02c7e14af7', '1.0000000000000001e+23'],
  ['444b1ae4d6e2ef4e', '999999999999999700000'],
  ['444b1ae4d6e2ef4f', '999999999999999900000'],
  ['444b1ae4d6e2ef50', '1e+21'],
  ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
  ['3eb0c6f7a0b5ed8d', '0.000001'],
  ['41b3de4355555553', '333333333.3333332'],
  ['41b3de4355555554', '333333333.33333325'],
  ['41b3de4355555555', '333333333.3333333'],
  ['41b3de4355555556', '333333333.3333334'],
  ['41b3de4355555557', '333333333.33333343'],
  ['becbf647612f3696', '-0.0000033333333333333333'],
  ['43143ff3c1cb0959', '1424953923781206.2'],
];

function double(bits: string): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(`0x${bits}`));
  return view.getFloat64(0);
}

describe('canonicalJson', () => {
  it.each(NUMBERS)('writes the double %s as %s (RFC 8785, appendix B)', (bits, text) => {
    expect(canonicalJson(double(bits))).toBe(text);
  });

  it('writes literals, numbers and escapes (RFC 8785, section 3.2.2)', () => {
    const value: unknown = JSON.parse(String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`);
    expect(canonicalJson(value)).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  it('sorts keys by UTF-16 code units, not by code points (RFC 8785, section 3.2.3)', () => {
    const value = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    };
    expect(Object.values(JSON.parse(canonicalJson(value)) as object)).toHaveLength(7);
    expect(canonicalJson(value).match(/[A-Z][\w: ]+/g)).toEqual([
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ]);
  });

  it('sorts at every depth and keeps the order of arrays', () => {
    expect(canonicalJson({ b: [{ d: 1, c: 2 }, 'x'], a: null })).toBe(
      '{"a":null,"b":[{"c":2,"d":1},"x"]}',
    );
  });

  it('treats undefined and holes as JSON.stringify does', () => {
    const sparse: unknown[] = [];
    sparse[1] = 1;
    expect(canonicalJson({ a: undefined, b: [undefined, 1] })).toBe('{"b":[null,1]}');
    expect(canonicalJson(sparse)).toBe('[null,1]');
  });

  it('writes an own member named __proto__ like any other', () => {
    expect(canonicalJson(JSON.parse('{"b":1,"__proto__":{"a":1}}'))).toBe(
      '{"__proto__":{"a":1},"b":1}',
    );
  });

  const cycle: Record<string, unknown> = {};
  cycle['self'] = cycle;
  it.each([
    ['NaN', Number.NaN],
    ['an infinite number', -Infinity],
    ['a bigint', 1n],
    ['a function', () => 1],
    ['a symbol', Symbol('s')],
    ['a date', new Date(0)],
    ['a map', new Map([['a', 1]])],
    ['a boxed number', Object(1)],
    ['a cycle', cycle],
    ['a lone high surrogate', 'a\ud83d'],
    ['a lone low surrogate', '\ude00b'],
    ['a lone surrogate in a key', { '\ud83d': 1 }],
  ])('refuses %s instead of hashing something else', (_, value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError);
    expect(() => canonicalJson({ member: [value] })).toThrow(TypeError);
  });

  it('is the same for every order of keys, and parses back to the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        fc.pre(!/\p{Cs}/u.test(JSON.stringify(value)) && !hasLoneSurrogate(value));
        const text = canonicalJson(value);
        expect(canonicalJson(reversed(value))).toBe(text);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
    );
  });
});

describe('sameJson', () => {
  it.each([
    [{ a: 1, b: [2] }, { b: [2], a: 1 }, true],
    [{ a: undefined, b: 1 }, { b: 1 }, true],
    [{ a: undefined, b: 1 }, { b: 1, c: undefined }, true],
    [[1, 2], [2, 1], false],
    [[1], [1, 2], false],
    [{ a: 1 }, { a: 1, b: 1 }, false],
    [[], {}, false],
    [null, {}, false],
    [0, -0, true],
    ['1', 1, false],
    ['\ud83d', '\ud83d', true],
    ['\ud83d', '\ufffd', false],
  ])('compares %j with %j: %s', (left, right, same) => {
    expect(sameJson(left, right)).toBe(same);
    expect(sameJson(right, left)).toBe(same);
  });

  it('considers own members only', () => {
    expect(sameJson(JSON.parse('{"toString":1}'), {})).toBe(false);
    expect(sameJson({ a: 1 }, JSON.parse('{"__proto__":1}'))).toBe(false);
    expect(sameJson(JSON.parse('{"__proto__":{}}'), { a: 1 })).toBe(false);
  });

  it('agrees with the canonical form', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (left, right) => {
        fc.pre(!hasLoneSurrogate(left) && !hasLoneSurrogate(right));
        expect(sameJson(left, right)).toBe(canonicalJson(left) === canonicalJson(right));
        expect(sameJson(left, reversed(left))).toBe(true);
      }),
    );
  });
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, member]): [string, unknown] => [key, reversed(member)])
      .toReversed(),
  );
}

function hasLoneSurrogate(value: unknown): boolean {
  if (typeof value === 'string') return /\p{Cs}/u.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([key, member]) => hasLoneSurrogate(key) || hasLoneSurrogate(member),
  );
}
