/** Parts of the audit trail. */
export { Panel, type PanelProps } from './panel.tsx';
export { Root, type RootProps, type ToolCallChangeDetails } from './root.tsx';
export { Tools } from './tools.tsx';
export { Filter } from './filter.tsx';
export { Search } from './search.tsx';
export { Verification } from './verification.tsx';
export { Copy } from './copy.tsx';
export { Status } from './status.tsx';
export { List } from './list.tsx';
export { Item, type ItemProps } from './item.tsx';
export { Time } from './time.tsx';
export { What } from './what.tsx';
export { Meta } from './meta.tsx';
export { Args } from './args.tsx';
