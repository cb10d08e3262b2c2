export * as Select from './select.tsx';
