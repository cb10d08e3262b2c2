const ADDRESS = /\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>)\]]+/gi;

/** A backslash before the path of an address. */
const BACKSLASH = /^[^:]+:\/\/[^/?#]*\\/;

/** A host with a name before an @, and something behind it that tells it from an address of mail. */
const USER_AND_HOST = /(?<![^\s"'=(\\])[^\s"'<>()@/]*\.[^\s"'<>()@/]*@([^\s"'<>()@/:]+)(?=[/:?#])/g;

/** Names with dots that are written without a scheme, in any script. */
const BARE_HOST = /(?<![\p{L}\p{M}\p{N}@/.-])(?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]{2,}/gu;

/** Scripts with letters that look like Latin ones. */
const NEAR_LATIN = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u;

/** Words in which every letter looks like a Latin one, though none is. */
const ALL_LOOK_LATIN = /^[аеорсухіјѕԁһӏԛԝвкмнтαορνικτυ\d-]+$/iu;

function hostOf(address: string): URL | undefined {
  try {
    return new URL(address);
  } catch {
    return undefined;
  }
}

/** Whether a name that is written as it is looks like one in Latin letters, or is encoded. */
function isLookalike(host: string): boolean {
  if (/(^|\.)xn--/i.test(host)) return true;
  const labels = host.split('.');
  return (
    /^[a-z]+$/i.test(labels.at(-1) ?? '') &&
    labels.some(
      (label) =>
        NEAR_LATIN.test(label) && (/\p{Script=Latin}/u.test(label) || ALL_LOOK_LATIN.test(label)),
    )
  );
}

/**
 * Where addresses in a text really lead, where that is not what one reads: a name before an @, letters
 * of another script that look like Latin ones, encoded names. Each host once, in the letters that a
 * browser asks for (`xn--…`). Addresses count with a scheme and without.
 */
export function misleadingHosts(text: string): string[] {
  const hosts = [...text.matchAll(ADDRESS)].flatMap(([address]) => {
    const url = hostOf(address);
    if (url === undefined || url.host === '') return [];
    // Of schemes that browsers do not know the host stays as it is written.
    const host = encoded(url.host);
    const odd = url.username !== '' || url.password !== '' || host.includes('xn--');
    // Browsers end a host at a backslash, other programs do not.
    return odd || BACKSLASH.test(address) ? [host] : [];
  });
  const rest = text.replace(ADDRESS, ' ');
  const behind = [...rest.matchAll(USER_AND_HOST)].map(([, host = '']) => encoded(host));
  const alone = [...rest.matchAll(BARE_HOST)].map(([host]) => host).filter(isLookalike);
  return [...new Set([...hosts, ...behind, ...alone.map(encoded)])];
}

function encoded(host: string): string {
  return hostOf(`http://${decoded(host)}`)?.host ?? host;
}

function decoded(host: string): string {
  try {
    return decodeURIComponent(host);
  } catch {
    return host;
  }
}
