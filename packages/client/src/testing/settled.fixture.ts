// Loaded when first needed: from here on that takes no time, as for any but the first.
import '../draft-keeper.ts';
import '../event-stream.ts';
import '../tab-hub.ts';

/** Everything that can go on without the clock has gone on. */
export async function settled(): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one round lets the next one begin
    await new Promise((resolve) => void setImmediate(resolve));
  }
}
