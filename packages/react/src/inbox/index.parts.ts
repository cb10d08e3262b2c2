/** Parts of the inbox. */
export { Panel, type PanelProps } from './panel.tsx';
export { Cards, type CardsProps } from './cards.tsx';
export { Root, type RootProps } from './root.tsx';
export { Count } from './count.tsx';
export { Status } from './status.tsx';
export { Groups, type GroupsProps } from './groups.tsx';
export { List } from './list.tsx';
export { Item } from './item.tsx';
export { Subject } from './subject.tsx';
export { Meta } from './meta.tsx';
export type { InboxSource } from './inbox-context.ts';
