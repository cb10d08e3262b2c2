/** Parts of the panel of saved rules. */
export { Panel } from './panel.tsx';
export { Root, type RootProps } from './root.tsx';
export { Status } from './status.tsx';
export { List } from './list.tsx';
export { Item } from './item.tsx';
export { Pattern } from './pattern.tsx';
export { Origin } from './origin.tsx';
export { Revoke } from './revoke.tsx';
export { Undo } from './undo.tsx';
export type { GrantsSource } from '../hooks/use-grants.ts';
