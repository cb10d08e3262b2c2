export * as RunControls from './run-controls.tsx';
