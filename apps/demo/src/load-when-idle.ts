/** Resolves once the page has loaded and is idle. */
export function loadWhenIdle(): Promise<void> {
  return new Promise((resolve) => {
    const idle = (): void => {
      // Safari has no `requestIdleCallback`.
      if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 2000 });
      else setTimeout(resolve, 200);
    };
    if (document.readyState === 'complete') idle();
    else window.addEventListener('load', idle, { once: true });
  });
}
