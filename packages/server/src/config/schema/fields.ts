import { resolve } from 'node:path';
import * as z from 'zod';

/** The file of a component, whose keys may name other files. */
export interface Source {
  /** Its folder, from which relative paths are resolved. */
  readonly folder: string;
}

/** End of the message about an unsupported value. */
export const NOT_SUPPORTED = 'is not supported in this version';

/** The name of a component. */
export const name = z.string().min(1);

/** The path of a file, absolute once it is read. */
export function pathFrom({ folder }: Source) {
  return name.transform((path) => resolve(folder, path));
}

/** A program and its arguments; those that begin with `./` or `../` are absolute once they are read. */
export function commandFrom({ folder }: Source) {
  const part = z
    .string()
    .transform((text) => (/^\.\.?\//.test(text) ? resolve(folder, text) : text));
  return z.array(part).min(1);
}

/** Up to 100 years, which every clock can still add to its time. */
export const milliseconds = z.int().min(1).max(3_155_760_000_000);

/** The name of an environment variable. */
export const variable = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'expected the name of an environment variable.');

/** A map of keys, whatever they hold. */
export const jsonObject = z.record(z.string(), z.unknown());

/** Risk of a call. */
export const riskLevel = z.enum(['low', 'medium', 'high']);

/** An HTTP URL. */
export const httpUrl = z.url({
  protocol: /^https?$/,
  error: 'expected an http:// or https:// URL.',
});

/** Whether a URL is free of credentials. */
export function holdsNoPassword(url: string): boolean {
  if (!URL.canParse(url)) return true;
  const { username, password } = new URL(url);
  return username === '' && password === '';
}
