export { Outbox, type OutboxProps } from './outbox.tsx';
export type { OutboxSource } from './item.tsx';
