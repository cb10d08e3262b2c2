import { invalidOption } from '../base/invalid-option.ts';

/**
 * Base path of the endpoints, without a trailing slash.
 * @throws HitlError `invalid_option` if it is not a path.
 */
export function readBasePath(text: string): string {
  const path = text.replace(/\/+$/, '');
  if (path === '' || /^(?:\/[\w.~-]+)+$/.test(path)) return path;
  throw invalidOption(`The base path "${text}" is not like /hitl or /api/hitl.`);
}
