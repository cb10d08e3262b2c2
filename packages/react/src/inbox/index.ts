export * as Inbox from './index.parts.ts';
