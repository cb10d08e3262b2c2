/** Time in which announcements are collected, so that a batch is one sentence. */
const GATHER_MS = 150;

/** A long list arrives in pieces, which become one sentence; but nothing is delayed longer than this. */
const LONGEST_MS = 1500;

const hidden =
  'position:fixed;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap';

/** Number of remembered announcements. */
const MEMORY = 1000;

type Summarize = (texts: readonly string[]) => string;

interface Said {
  readonly text: string;
  readonly summarize: Summarize | undefined;
}

const made = new Set<string>();
let region: HTMLElement | undefined;
let waiting: Said[] = [];
let since = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Announces a text politely to screen readers, once per `key`. Announcements within a moment are
 * joined: those with `summarize` into one sentence, the others one after the other. The page's only
 * live region is created at the first call.
 */
export function announce(key: string, text: string, summarize?: Summarize): void {
  if (made.has(key)) return;
  made.add(key);
  const [oldest] = made;
  if (made.size > MEMORY && oldest !== undefined) made.delete(oldest);
  // Screen readers announce only changes of a live region that already exists.
  if (region?.isConnected !== true) {
    region = document.createElement('div');
    region.setAttribute('aria-live', 'polite');
    region.dataset['hitlPart'] = 'announcer';
    region.style.cssText = hidden;
    document.body.append(region);
  }
  waiting.push({ text, summarize });
  if (waiting.length === 1) since = performance.now();
  else if (performance.now() - since > LONGEST_MS) return;
  clearTimeout(timer);
  timer = setTimeout(() => {
    const said = waiting;
    waiting = [];
    if (region !== undefined) region.textContent = joined(said);
  }, GATHER_MS);
}

/** One text: the summaries first, then the other sentences, such as that a request has ended. */
function joined(said: readonly Said[]): string {
  const summed = said.filter(({ summarize }) => summarize !== undefined);
  const single = said.filter(({ summarize }) => summarize === undefined);
  const sum = summed[0]?.summarize?.(summed.map(({ text }) => text));
  return [...(sum === undefined ? [] : [sum]), ...single.map(({ text }) => text)].join(' ');
}
