const REGION = '[data-hitl-part="announcer"]';

/** Records every announcement of the page's live region, in order, including repeats. */
export function listen(): string[] {
  const said: string[] = [];
  const watch = new MutationObserver((records) => {
    const region = document.querySelector(REGION);
    if (records.some(({ target }) => target === region)) said.push(region?.textContent ?? '');
  });
  watch.observe(document.body, { subtree: true, childList: true, characterData: true });
  return said;
}
