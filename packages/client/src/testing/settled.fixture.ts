// Loaded when first needed: from here on that takes no time, as for any but the first.
import '../drafts/draft-storage.ts';
import '../transport/event-stream.ts';
import '../tabs/cross-tab-sync.ts';

/** Everything that can go on without the clock has gone on. */
export async function settled(): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one round lets the next one begin
    await new Promise((resolve) => void setImmediate(resolve));
  }
}
