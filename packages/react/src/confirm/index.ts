export * as Confirm from './confirm.tsx';
