/** Parts of the tool calls of a conversation. */
export { List, type ListProps, type ToolCallSource } from './list.tsx';
export { Rest, type RestProps } from './rest.tsx';
export { Row, type RowProps } from './row.tsx';
export { Root, type RootProps } from './root.tsx';
export { Summary } from './summary.tsx';
export { Title } from './title.tsx';
export { Duration } from './duration.tsx';
export { Decision } from './decision.tsx';
export { Details } from './details.tsx';
export { Note } from './note.tsx';
export { Answers } from './answers.tsx';
export { Args } from './args.tsx';
export { Rules } from './rules.tsx';
export { AlwaysDeny } from './always-deny.tsx';
export { Output } from './output.tsx';
export { Links } from './links.tsx';
export type { CallLinks } from './call-context.ts';
