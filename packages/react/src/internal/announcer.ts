/** Time in which announcements are collected, so that a batch is one sentence. */
const GATHER_MS = 150;

/** A long list arrives in pieces, which become one sentence; but nothing is delayed longer than this. */
const LONGEST_MS = 1500;

/**
 * Time after which a text is removed: screen readers have read it by then, and nobody should find it at
 * the end of the page.
 */
const STAYS_MS = 7000;

const hidden =
  'position:fixed;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap';

/** Number of remembered announcements. */
const MAX_REMEMBERED = 1000;

type Summarize = (texts: readonly string[]) => string;

interface Announcement {
  readonly text: string;
  readonly summarize: Summarize | undefined;
}

const announced = new Set<string>();
let region: HTMLElement | undefined;
let queue: Announcement[] = [];
let queuedAt = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Announces a text politely to screen readers, once per `key`. Announcements within a moment are
 * joined: those with `summarize` into one sentence, the others one after the other. The page's only
 * live region is created at the first call.
 */
export function announce(key: string, text: string, summarize?: Summarize): void {
  // Screen readers announce only changes of a live region that already exists.
  if (!region?.isConnected) {
    // The page's content was replaced, as if it was loaded anew: what was about to be said is gone.
    announced.clear();
    queue = [];
    region = document.createElement('div');
    region.setAttribute('aria-live', 'polite');
    region.dataset['hitlPart'] = 'announcer';
    region.style.cssText = hidden;
    document.body.append(region);
  }
  if (announced.has(key)) return;
  announced.add(key);
  const [oldest] = announced;
  if (announced.size > MAX_REMEMBERED && oldest !== undefined) announced.delete(oldest);
  queue.push({ text, summarize });
  if (queue.length === 1) queuedAt = performance.now();
  else if (performance.now() - queuedAt > LONGEST_MS) return;
  clearTimeout(timer);
  const shown = region;
  timer = setTimeout(() => {
    const announcements = queue;
    queue = [];
    shown.textContent = joined(announcements);
    timer = setTimeout(() => (shown.textContent = ''), STAYS_MS);
  }, GATHER_MS);
}

/** One text: the summaries first, then the other sentences, such as that a request has ended. */
function joined(announcements: readonly Announcement[]): string {
  const summarized = announcements.filter(({ summarize }) => summarize !== undefined);
  const single = announcements.filter(({ summarize }) => summarize === undefined);
  const sum = summarized[0]?.summarize?.(summarized.map(({ text }) => text)) ?? [];
  return [sum, ...single.map(({ text }) => text)].flat().join(' ');
}
