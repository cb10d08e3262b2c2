/** Shows a number outside of the page, while it is requested. */
export interface Mark {
  /** Shows the number; where several ask, the largest. Returns what takes this one back. */
  readonly claim: (count: number) => () => void;
}

/** `draw` gets each new number; 0 puts everything back as it was. */
export function createMark(draw: (count: number) => void): Mark {
  const claims = new Set<{ readonly count: number }>();
  let drawn = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function drawLater(): void {
    clearTimeout(timer);
    // One number takes the place of another without the page's own in between.
    timer = setTimeout(() => {
      const count = Math.max(0, ...[...claims].map((claim) => claim.count));
      if (count === drawn) return;
      drawn = count;
      draw(count);
    });
  }

  return {
    claim(count) {
      const claim = { count };
      claims.add(claim);
      drawLater();
      return () => {
        claims.delete(claim);
        drawLater();
      };
    },
  };
}
