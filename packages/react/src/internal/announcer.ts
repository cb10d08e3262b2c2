/** How long announcements are gathered, so that a batch is one sentence. */
const GATHER_MS = 150;

/** A long list comes in pieces: they are one sentence, too, but nothing is kept back for longer. */
const LONGEST_MS = 1500;

const hidden =
  'position:fixed;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap';

/** How many announcements are remembered as made. */
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
 * Says something politely to a screen reader, once for each `key`. What comes within a moment is
 * joined: arrivals by `summarize`, the rest sentence by sentence. The one live region of the page is made at the first call.
 */
export function announce(key: string, text: string, summarize?: Summarize): void {
  if (made.has(key)) return;
  made.add(key);
  const [oldest] = made;
  if (made.size > MEMORY && oldest !== undefined) made.delete(oldest);
  // An empty region has to be in the page before it is filled, else nothing is said.
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

/** One text of all: what can be summed up first, then what cannot, such as that something has ended. */
function joined(said: readonly Said[]): string {
  const summed = said.filter(({ summarize }) => summarize !== undefined);
  const single = said.filter(({ summarize }) => summarize === undefined);
  const sum = summed[0]?.summarize?.(summed.map(({ text }) => text));
  return [...(sum === undefined ? [] : [sum]), ...single.map(({ text }) => text)].join(' ');
}
