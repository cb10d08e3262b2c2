import { createFormat, type Format } from '@hitl/client/view';
import { useSettings } from '../internal/settings.ts';

/** Formatters of durations and times for the provider's locale. */
export function useFormat(): Format {
  const { locale, now } = useSettings();
  return createFormat(locale, now);
}
