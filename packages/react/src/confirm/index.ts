export * as Confirm from './index.parts.ts';
