/** The approximate length of a value as JSON, without serializing it. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 8;
  let size = 8;
  for (const [key, member] of Object.entries(value)) size += key.length + sizeOf(member);
  return size;
}
