import type { Issue } from '@hitl/protocol/endpoints';
import { createContext } from 'react';

/** What every field of one editor shares. */
export interface Editor {
  readonly disabled: boolean;
  /** What the server says is wrong, by the path in the arguments. */
  readonly issues: readonly Issue[];
  /** The paths in which something stands that is no value yet. */
  readonly broken: ReadonlySet<string>;
  /** Whole again is everything below the path, too. */
  readonly setBroken: (path: string, broken: boolean) => void;
}

export const EditorContext: React.Context<Editor> = createContext<Editor>({
  disabled: false,
  issues: [],
  broken: new Set(),
  setBroken: () => {},
});
