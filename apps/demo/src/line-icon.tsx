/** An icon drawn with lines. `path`: in a square of 16 by 16. Decorative: the text beside it says it. */
export function LineIcon({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" className="line-icon">
      <path d={path} />
    </svg>
  );
}
