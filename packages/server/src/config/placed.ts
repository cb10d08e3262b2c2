import type * as z from 'zod';
import type { KeyPath } from './document.ts';
import { ConfigError, type ConfigProblem } from './error.ts';
import type { Component } from './schema/component.ts';
import { fit } from './section.ts';

/** A component with its location in the file, for later errors. */
export interface Placed<T extends Component = Component> {
  readonly file: string;
  readonly component: T;
  /** The line of a key, or of the nearest thing above it that exists; from 1. */
  readonly lineOf: (path: KeyPath) => number;
}

interface Named {
  readonly type: string;
  readonly name?: unknown;
}

/** The place of a component, or of a document that has none. */
type Place = Omit<Placed, 'component'> & { readonly component?: Named };

/** `agent "code_assistant"`, as errors name a component. */
export function labelOf(component: Named): string {
  return typeof component.name === 'string'
    ? `${component.type} "${component.name}"`
    : component.type;
}

/** A problem at a key of a component or a document; an empty path is all of it. */
export function problemAt(
  { file, lineOf, component }: Place,
  path: KeyPath,
  message: string,
): Required<Pick<ConfigProblem, 'line'>> & ConfigProblem {
  return {
    file,
    line: lineOf(path),
    ...(component !== undefined && { component: labelOf(component) }),
    ...(path.length > 0 && { key: path.join('.') }),
    message,
  };
}

/** The error of one problem. */
export function errorAt(place: Place, path: KeyPath, message: string): ConfigError {
  return new ConfigError([problemAt(place, path, message)]);
}

/**
 * The value of the key at `path` as its schema reads it.
 * @throws ConfigError with all its problems
 */
export function readAs<Wanted extends z.ZodType>(
  schema: Wanted,
  value: unknown,
  place: Place,
  path: KeyPath = [],
): z.output<Wanted> {
  const result = fit(schema, value);
  if ('value' in result) return result.value;
  const problems = result.misfits.map((misfit) =>
    problemAt(place, [...path, ...misfit.path], misfit.message),
  );
  throw new ConfigError(problems.toSorted((a, b) => a.line - b.line));
}
