'use client';
import { useSettings } from '../internal/settings.ts';
import type { Messages } from './en/index.ts';

/** The strings of a section of the catalogue, in the provider's language, else as given. */
export function useMessages<S extends Partial<Messages>>(section: S): S {
  const { messages } = useSettings();
  return messages === undefined ? section : { ...section, ...messages };
}
