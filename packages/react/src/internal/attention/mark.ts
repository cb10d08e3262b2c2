/** Shows a number outside of the page content while at least one component wants it. */
export interface Mark {
  /** Shows the number; of several, the largest. Returns a function that withdraws it. */
  readonly claim: (count: number) => () => void;
}

/** `draw` gets each new number; 0 restores the original state. */
export function createMark(draw: (count: number) => void): Mark {
  const claims = new Set<{ readonly count: number }>();
  let drawn = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function drawLater(): void {
    clearTimeout(timer);
    // Delayed, so that one number replaces another without showing the original in between.
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
