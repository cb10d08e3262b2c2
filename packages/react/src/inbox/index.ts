export * as Inbox from './inbox.tsx';
