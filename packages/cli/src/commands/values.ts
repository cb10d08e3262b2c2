import { InvalidArgumentError } from 'commander';
import { parseDuration } from './duration.ts';

/** Collects the values of a flag that may be repeated. */
export function more(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

/** A port; 0 picks a free one. */
export function port(text: string): number {
  const number = Number(text);
  if (/^\d{1,5}$/.test(text) && number <= 65_535) return number;
  throw new InvalidArgumentError('Expected a number from 0 to 65535; 0 picks a free one.');
}

/** The time in milliseconds that a person has to answer. */
export function wait(text: string): number {
  const duration = parseDuration(text);
  if (duration !== null && duration >= 1000 && duration <= 86_400_000) return duration;
  throw new InvalidArgumentError('Expected a time from 1s to 24h, such as 10m.');
}
