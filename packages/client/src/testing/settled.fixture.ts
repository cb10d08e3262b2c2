/** Everything that can go on without the clock has gone on. */
export async function settled(): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    await new Promise((resolve) => void setImmediate(resolve));
  }
}
