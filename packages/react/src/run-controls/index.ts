export * as RunControls from './index.parts.ts';
