const ADDRESS = /\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>)\]]+/gi;

/** A backslash before the path of an address. */
const BACKSLASH = /^[^:]+:\/\/[^/?#]*\\/;

/** A host after an @, followed by a character that rules out an email address. */
const USER_AND_HOST = /(?<![^\s"'=(\\])[^\s"'<>()@/]*\.[^\s"'<>()@/]*@([^\s"'<>()@/:]+)(?=[/:?#])/g;

/** A domain name without a scheme, in any script. */
const BARE_HOST = /(?<![\p{L}\p{M}\p{N}@/.-])(?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]{2,}/gu;

/** Scripts with letters that look like Latin ones. */
const NEAR_LATIN = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u;

/** Words made only of letters that look like Latin ones but are not. */
const ALL_LOOK_LATIN = /^[аеорсухіјѕԁһӏԛԝвкмнтαορνικτυ\d-]+$/iu;

function hostOf(address: string): URL | undefined {
  try {
    return new URL(address);
  } catch {
    return undefined;
  }
}

/** Whether a host without a scheme is encoded or looks like one in Latin letters. */
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
 * The real hosts of misleading addresses in a text: those with a name before an @, with letters of
 * another script that look Latin, or with an encoded name. Each host once, in the form that a
 * browser requests (`xn--…`). Addresses with and without a scheme are checked.
 */
export function misleadingHosts(text: string): string[] {
  const hosts = [...text.matchAll(ADDRESS)].flatMap(([address]) => {
    const url = hostOf(address);
    if (url === undefined || url.host === '') return [];
    // For schemes unknown to browsers, `URL` keeps the host as written.
    const host = encoded(url.host);
    const odd = url.username !== '' || url.password !== '' || host.includes('xn--');
    // Browsers end the host at a backslash, other programs do not.
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
