/** How long announcements are gathered, so that a batch is one sentence. */
const GATHER_MS = 150;

const hidden =
  'position:fixed;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap';

/** How many announcements are remembered as made. */
const MEMORY = 1000;

const made = new Set<string>();
let region: HTMLElement | undefined;
let waiting: string[] = [];

/**
 * Says something politely to a screen reader, once for each `key`. What comes within a moment is
 * joined by `summarize`. The one live region of the page is made at the first call.
 */
export function announce(
  key: string,
  text: string,
  summarize: (texts: readonly string[]) => string = (texts) => texts.join(' '),
): void {
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
  waiting.push(text);
  if (waiting.length > 1) return;
  setTimeout(() => {
    const texts = waiting;
    waiting = [];
    if (region !== undefined) region.textContent = summarize(texts);
  }, GATHER_MS);
}
