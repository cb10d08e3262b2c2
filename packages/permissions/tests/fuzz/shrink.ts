/**
 * Makes a text as short as it can while `fails` still holds, by leaving out ever smaller pieces.
 * Tries at most `tries` texts.
 */
export async function shrink(
  text: string,
  fails: (text: string) => Promise<boolean>,
  tries = 600,
): Promise<string> {
  let [shortest, left] = [text, tries];
  let size = Math.ceil(text.length / 2);
  while (size > 0 && left > 0) {
    let shorter = false;
    for (let at = 0; at < shortest.length && left > 0;) {
      const candidate = shortest.slice(0, at) + shortest.slice(at + size);
      left -= 1;
      if (await fails(candidate)) [shortest, shorter] = [candidate, true];
      else at += size;
    }
    if (!shorter || size > shortest.length) size = size === 1 ? 0 : Math.floor(size / 2);
  }
  return shortest;
}
