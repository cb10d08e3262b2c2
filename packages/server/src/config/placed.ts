import type { KeyPath } from './document.ts';
import type { ConfigProblem } from './error.ts';
import type { Component } from './schema.ts';

/** A component with its location in the file, for later errors. */
export interface Placed<T extends Component = Component> {
  readonly file: string;
  readonly component: T;
  /** The line of a key, or of the nearest thing above it that exists; from 1. */
  lineOf(path: KeyPath): number;
}

/** `agent "code_assistant"`, as errors name a component. */
export function labelOf(component: { readonly type: string; readonly name?: unknown }): string {
  return typeof component.name === 'string'
    ? `${component.type} "${component.name}"`
    : component.type;
}

/** A problem at a key of a component; an empty path is the component itself. */
export function problemAt(placed: Placed, path: KeyPath, message: string): ConfigProblem {
  return {
    file: placed.file,
    line: placed.lineOf(path),
    component: labelOf(placed.component),
    ...(path.length > 0 && { key: path.join('.') }),
    message,
  };
}
