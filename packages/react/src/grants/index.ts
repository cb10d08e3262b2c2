export * as Grants from './index.parts.ts';
