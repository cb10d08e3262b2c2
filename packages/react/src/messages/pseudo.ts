import { en, type Messages } from './en/index.ts';

const ACCENTED: Readonly<Record<string, string>> = {
  a: 'á',
  c: 'ç',
  e: 'é',
  i: 'í',
  n: 'ñ',
  o: 'ö',
  s: 'š',
  u: 'ü',
  y: 'ý',
  A: 'Å',
  C: 'Ç',
  E: 'É',
  I: 'Î',
  O: 'Ø',
  S: 'Š',
  U: 'Û',
};

function accented(text: string): string {
  return `[${text.replaceAll(/[a-z]/gi, (letter) => ACCENTED[letter] ?? letter)} ~~]`;
}

function pseudoOf(value: unknown): unknown {
  if (typeof value === 'string') return accented(value);
  if (typeof value === 'function') {
    return (...args: unknown[]): unknown => pseudoOf(Reflect.apply(value, undefined, args));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, pseudoOf(each)]));
}

/**
 * A pseudo-translation: English with accents and a third longer. Text without accents was never
 * translated, and clipped text has too little room.
 */
export const pseudo: Messages = pseudoOf(en) as Messages;
