const plurals = new Intl.PluralRules('en');

/** Formats numbers for English. */
export const numbers: Intl.NumberFormat = new Intl.NumberFormat('en');

/** A number with its noun: `1 line`, `2 lines`. */
export function count(n: number, one: string, other: string): string {
  return `${numbers.format(n)} ${plurals.select(n) === 'one' ? one : other}`;
}
