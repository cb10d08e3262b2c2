/** Resolves when everything that does not need the clock is done. */
export async function settled(): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    await new Promise((resolve) => void setImmediate(resolve));
  }
}
