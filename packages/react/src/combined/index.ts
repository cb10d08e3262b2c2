export * as Combined from './combined.tsx';
