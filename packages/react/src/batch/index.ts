export * as Batch from './index.parts.ts';
