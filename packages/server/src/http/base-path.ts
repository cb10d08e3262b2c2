import { HitlError } from '@hitl/protocol/endpoints';

/**
 * Where the endpoints lie, without a slash at the end.
 * @throws HitlError `invalid_option` for what is no path.
 */
export function readBasePath(text: string): string {
  const path = text.replace(/\/+$/, '');
  if (path === '' || /^(?:\/[\w.~-]+)+$/.test(path)) return path;
  throw new HitlError('invalid_option', `The base path "${text}" is not like /hitl or /api/hitl.`);
}
