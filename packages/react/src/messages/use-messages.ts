'use client';
import { useSettings } from '../internal/settings.ts';
import type { Messages } from './en.ts';

/** Every string of the kit in the provider's language; English where there is no provider. */
export function useMessages(): Messages {
  return useSettings().messages;
}
