/**
 * What a cart costs, in cents.
 *
 * @param {{ name: string, price: number, quantity: number }[]} items with the price of one piece
 * @param {number} [discount] in percent
 */
export function total(items, discount = 0) {
  const sum = items.reduce((cents, item) => cents + item.price, 0);
  return Math.round(sum * (1 - discount / 100));
}
