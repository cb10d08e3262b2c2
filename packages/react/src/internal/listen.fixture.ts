const REGION = '[data-hitl-part="announcer"]';

/** Everything that the page's live region says from now on, in order; the same text twice is said twice. */
export function listen(): string[] {
  const said: string[] = [];
  const watch = new MutationObserver((records) => {
    const region = document.querySelector(REGION);
    if (records.some(({ target }) => target === region)) said.push(region?.textContent ?? '');
  });
  watch.observe(document.body, { subtree: true, childList: true, characterData: true });
  return said;
}
