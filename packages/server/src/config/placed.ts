import type { KeyPath } from './document.ts';
import type { ConfigProblem } from './error.ts';
import type { Component } from './schema/component.ts';

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

/** `agent "code_assistant"`, as errors name a component. */
export function labelOf(component: Named): string {
  return typeof component.name === 'string'
    ? `${component.type} "${component.name}"`
    : component.type;
}

/** A problem at a key of a component or a document; an empty path is all of it. */
export function problemAt(
  { file, lineOf, component }: Omit<Placed, 'component'> & { readonly component?: Named },
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
