'use client';
import { createFormat, type Format } from '@hitl/client/view';
import { useSettings } from '../internal/settings.ts';

/** Durations and times as people of the provider's locale write them. */
export function useFormat(): Format {
  const { locale, now } = useSettings();
  return createFormat(locale, now);
}
