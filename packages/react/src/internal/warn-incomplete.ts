import { missingIn } from '@hitl/client/view';

const warned = new Set<string>();
/** More would tell nothing new, and would be kept for as long as the page. */
const MAX_WARNINGS = 100;

/**
 * Says in the console what a request lacks that a card needs, once for each request: who makes requests
 * by hand sees there why the card is plain.
 */
export function warnIncomplete(request: unknown): void {
  const missing = missingIn(request);
  if (missing.length === 0) return;
  const { id } = Object(request) as { id?: unknown };
  const name = typeof id === 'string' ? id : 'without an id';
  const key = `${name} ${missing.join()}`;
  if (warned.has(key) || warned.size === MAX_WARNINGS) return;
  warned.add(key);
  console.warn(
    `The request ${name} lacks ${missing.join(', ')}, or has them in another form. createRequest({ toolName, toolArgs }) of @hitl/react fills in what is left out.`,
  );
}
