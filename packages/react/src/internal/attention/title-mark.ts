import { createMark, type Mark } from './mark.ts';

/**
 * Shows a number before the title of a page: `(2) My app`. It is kept when the page changes its
 * title, and removed without changing the rest.
 */
function createTitleMark(document: Document): Mark {
  let prefix = '';

  function write(): void {
    if (!document.title.startsWith(prefix)) document.title = prefix + document.title;
  }
  const observer = new MutationObserver(write);

  return createMark((count) => {
    observer.disconnect();
    if (document.title.startsWith(prefix)) document.title = document.title.slice(prefix.length);
    prefix = count === 0 ? '' : `(${count}) `;
    if (count === 0) return;
    write();
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
  });
}

let ofPage: Mark | undefined;

/** The mark of this page's title, shared by all components. */
export function titleMark(): Mark {
  return (ofPage ??= createTitleMark(document));
}
