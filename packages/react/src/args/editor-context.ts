import type { Schema } from '@hitl/client/view';
import type { Issue } from '@hitl/protocol/endpoints';
import { createContext } from 'react';

/** What every field of one editor shares. */
export interface Editor {
  readonly disabled: boolean;
  /** The schema of all arguments, which the schemas of fields may refer to. */
  readonly root: Schema;
  /** What is wrong, as this page or the server says, by the path in the arguments. */
  readonly issues: readonly Issue[];
  /** The paths in which something stands that is no value yet. */
  readonly broken: ReadonlySet<string>;
  /** Whole again is everything below the path, too. */
  readonly setBroken: (path: string, broken: boolean) => void;
}

export const EditorContext: React.Context<Editor> = createContext<Editor>({
  disabled: false,
  root: {},
  issues: [],
  broken: new Set(),
  setBroken: () => {},
});
