export * as Batch from './batch.tsx';
