/**
 * Writes cents as people read them: `12.50 EUR`.
 *
 * @param {number} cents
 * @param {string} [currency]
 */
export function format(cents, currency = 'EUR') {
  return `${(cents / 100).toFixed(2)} ${currency}`;
}
