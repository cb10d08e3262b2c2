import { missingIn } from '@hitl/client/view';

const warned = new Set<string>();
/** More would not help, and would be kept for the lifetime of the page. */
const MAX_WARNINGS = 100;

/**
 * Warns in the console, once per request, which members a card needs and a request lacks: for
 * developers who build requests by hand.
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
    `The request ${name} lacks ${missing.join(', ')}, or has them with other types. createRequest({ toolName, toolArgs }) of @hitl/react fills in missing members.`,
  );
}
