import { useSettings } from '../internal/settings.ts';
import type { Messages } from './en/index.ts';

/** The texts of a section in the provider's language; defaults to the given ones. */
export function useMessages<S extends Partial<Messages>>(section: S): S {
  const { messages } = useSettings();
  return messages === undefined ? section : { ...section, ...messages };
}
